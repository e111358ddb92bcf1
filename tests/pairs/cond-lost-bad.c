/* expect: deadlock

   A thread waits for a signal without asking whether it was sent already. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *waiter (void *none) {
  pthread_mutex_lock (&lock);
  pthread_cond_wait (&ready, &lock);
  pthread_mutex_unlock (&lock);
  return none;
}

static void *sender (void *none) {
  pthread_mutex_lock (&lock);
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, waiter, NULL);
  pthread_create (&b, NULL, sender, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
