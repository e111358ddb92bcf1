/* expect: assertion

   A wait by the other clock can end by time, too. */

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int sent;

static void *waiter (void *none) {
  struct timespec limit;
  int error = 0;
  clock_gettime (CLOCK_MONOTONIC, &limit);
  limit.tv_sec += 5;
  pthread_mutex_lock (&lock);
  while (!sent && !error)
    error = pthread_cond_clockwait (&ready, &lock, CLOCK_MONOTONIC, &limit);
  assert (sent);
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
  return 0;
}
