/* expect: verified

   What glibc says to time limits that are none: always, or (mutexes, joining)
   only to who would have to wait. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main (void) {
  const struct timespec limit = {4000000000, 1000000000}, other = {0, -1};
  sem_t semaphore;
  sem_init (&semaphore, 0, 1);
  assert (!pthread_mutex_timedlock (&mutex, &limit));
  assert (pthread_mutex_timedlock (&mutex, &limit) == EINVAL);
  assert (pthread_cond_timedwait (&condition, &mutex, &limit) == EINVAL);
  assert (pthread_cond_timedwait (&condition, &mutex, &other) == EINVAL);
  pthread_mutex_unlock (&mutex);
  assert (sem_timedwait (&semaphore, &other) == -1 && errno == EINVAL);
  assert (pthread_rwlock_timedrdlock (&lock, &limit) == EINVAL);
  assert (pthread_rwlock_timedwrlock (&lock, &other) == EINVAL);
  return 0;
}
