/* expect: assertion

   The thread believes that a second is always enough to get the lock. */

#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *holder (void *none) {
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
  return none;
}

static void *guest (void *none) {
  struct timespec limit;
  clock_gettime (CLOCK_REALTIME, &limit);
  limit.tv_sec++;
  int error = pthread_mutex_timedlock (&lock, &limit);
  assert (error == 0);
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, holder, NULL);
  pthread_create (&b, NULL, guest, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
