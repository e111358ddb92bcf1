/* expect: deadlock

   The flag is atomic, and set without the lock.  That is no race, but it can
   happen between the waiter's look and its falling asleep. */

#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static atomic_int sent;

static void *waiter (void *none) {
  pthread_mutex_lock (&lock);
  while (!sent)
    pthread_cond_wait (&ready, &lock);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, waiter, NULL);
  sent = 1;
  pthread_cond_signal (&ready);
  pthread_join (thread, NULL);
  return 0;
}
