/* expect: misuse

   A thread waits at a condition variable without holding the lock. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *waiter (void *none) {
  pthread_cond_wait (&ready, &lock);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, waiter, NULL);
  pthread_mutex_lock (&lock);
  pthread_cond_broadcast (&ready);
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return 0;
}
