/* expect: verified

   A thread waits for a signal only while there is something to wait for. */

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

static void *sender (void *none) {
  pthread_mutex_lock (&lock);
  sent = 1;
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
