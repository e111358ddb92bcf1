/* expect: assertion

   The thread believes that its timed wait ends by the signal. */

#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int sent;

static void *waiter (void *none) {
  struct timespec limit;
  clock_gettime (CLOCK_REALTIME, &limit);
  limit.tv_sec += 5;
  pthread_mutex_lock (&lock);
  int error = 0;
  while (!sent && error == 0)
    error = pthread_cond_timedwait (&ready, &lock, &limit);
  assert (sent);
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
