/* expect: deadlock

   C11: a thread waits without asking whether the signal was sent already. */

#include <threads.h>

static mtx_t lock;
static cnd_t ready;

static int waiter (void *none) {
  mtx_lock (&lock);
  cnd_wait (&ready, &lock);
  mtx_unlock (&lock);
  return none != NULL;
}

int main (void) {
  thrd_t thread;
  mtx_init (&lock, mtx_plain);
  cnd_init (&ready);
  thrd_create (&thread, waiter, NULL);
  mtx_lock (&lock);
  cnd_signal (&ready);
  mtx_unlock (&lock);
  thrd_join (thread, NULL);
  return 0;
}
