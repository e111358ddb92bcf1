/* expect: verified

   A condition variable is destroyed when its waiters have gone home. */

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
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  pthread_cond_destroy (&ready);
  pthread_mutex_destroy (&lock);
  return 0;
}
