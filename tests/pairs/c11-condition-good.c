/* expect: verified

   C11: a thread waits while there is something to wait for. */

#include <threads.h>

static mtx_t lock;
static cnd_t ready;
static int sent;

static int waiter (void *none) {
  mtx_lock (&lock);
  while (!sent)
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
  sent = 1;
  cnd_signal (&ready);
  mtx_unlock (&lock);
  thrd_join (thread, NULL);
  cnd_destroy (&ready);
  mtx_destroy (&lock);
  return 0;
}
