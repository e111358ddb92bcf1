/* expect: misuse

   A condition variable is destroyed while a thread may wait at it. */

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int sent, waiting;

static void *waiter (void *none) {
  pthread_mutex_lock (&lock);
  waiting = 1;
  while (!sent)
    pthread_cond_wait (&ready, &lock);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, waiter, NULL);
  pthread_mutex_lock (&lock);
  if (waiting)
    pthread_cond_destroy (&ready);
  else
    sent = 1;
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return 0;
}
