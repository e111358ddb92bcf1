/* expect: verified

   Signalling without the lock is allowed, if the change that it announces was
   made with the lock. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int sent;

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
  pthread_mutex_lock (&lock);
  sent = 1;
  pthread_mutex_unlock (&lock);
  pthread_cond_signal (&ready);
  pthread_join (thread, NULL);
  return 0;
}
