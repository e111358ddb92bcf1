/* expect: verified

   The flag is set without the lock, but whoever signals takes it: the waiter
   either sees the flag or sleeps already. */

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
  pthread_mutex_lock (&lock);
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return 0;
}
