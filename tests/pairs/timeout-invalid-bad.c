/* expect: assertion

   A time limit whose nanoseconds are a second or more is none: the wait ends at
   once with another error, and the loop takes it for a signal. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main (void) {
  struct timespec limit = {4000000000, 999999999};
  limit.tv_nsec += 10000000;
  pthread_mutex_lock (&mutex);
  int result = pthread_cond_timedwait (&condition, &mutex, &limit);
  pthread_mutex_unlock (&mutex);
  assert (result == ETIMEDOUT);
  return 0;
}
