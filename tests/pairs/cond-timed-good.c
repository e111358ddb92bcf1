/* expect: verified

   A timed wait that ends in time or too late; both are all right, and nobody
   sleeps for ever although the signal may be lost. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void *waiter (void *none) {
  struct timespec limit;
  clock_gettime (CLOCK_REALTIME, &limit);
  limit.tv_sec++;
  pthread_mutex_lock (&lock);
  int error = pthread_cond_timedwait (&ready, &lock, &limit);
  assert (error == 0 || error == ETIMEDOUT);
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
