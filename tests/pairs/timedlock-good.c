/* expect: verified
   executions: 3

   The thread can live without the lock. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int visits;

static void *holder (void *none) {
  pthread_mutex_lock (&lock);
  visits++;
  pthread_mutex_unlock (&lock);
  return none;
}

static void *guest (void *none) {
  struct timespec limit;
  clock_gettime (CLOCK_REALTIME, &limit);
  limit.tv_sec++;
  int error = pthread_mutex_timedlock (&lock, &limit);
  if (error) {
    assert (error == ETIMEDOUT);
    return none;
  }
  visits++;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, holder, NULL);
  pthread_create (&b, NULL, guest, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (visits == 1 || visits == 2);
  return 0;
}
