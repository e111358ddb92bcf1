/* expect: verified

   A thread waits until a time of the clock; if it hears that its time is out,
   the clock says so, too. */

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static int is_past (const struct timespec *limit) {
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec > limit->tv_sec ||
         (now.tv_sec == limit->tv_sec && now.tv_nsec >= limit->tv_nsec);
}

static void *waiter (void *none) {
  struct timespec limit;
  clock_gettime (CLOCK_MONOTONIC, &limit);
  limit.tv_sec++;
  pthread_mutex_lock (&lock);
  while (!is_past (&limit)) {
    int error = pthread_cond_clockwait (&never, &lock, CLOCK_MONOTONIC, &limit);
    assert (error == 0 || is_past (&limit));
  }
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, waiter, NULL);
  pthread_join (thread, NULL);
  return 0;
}
