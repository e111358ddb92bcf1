/* expect: verified

   A thread sleeps with an outer lock in its hands; who wakes it does not need
   that one. */

#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int sent;

static void *waiter (void *none) {
  pthread_mutex_lock (&outer);
  pthread_mutex_lock (&inner);
  while (!sent)
    pthread_cond_wait (&ready, &inner);
  pthread_mutex_unlock (&inner);
  pthread_mutex_unlock (&outer);
  return none;
}

static void *sender (void *none) {
  pthread_mutex_lock (&inner);
  sent = 1;
  pthread_cond_signal (&ready);
  pthread_mutex_unlock (&inner);
  pthread_mutex_lock (&outer);
  pthread_mutex_unlock (&outer);
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
