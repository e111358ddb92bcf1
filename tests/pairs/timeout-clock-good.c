/* expect: verified
   options: -DKIND=1
   expect: verified
   options: -DKIND=2
   expect: verified
   options: -DKIND=3
   expect: verified
   options: -DKIND=4

   A time-out comes when its time has come: the clock says so. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t taken = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t written = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t silent = PTHREAD_COND_INITIALIZER;
static sem_t never;

static int wait_until (const struct timespec *limit) {
  switch (KIND) {
  case 1:
    return sem_timedwait (&never, limit) == 0 ? 0 : errno;
  case 2:
    return pthread_mutex_timedlock (&taken, limit);
  case 3:
    return pthread_rwlock_timedrdlock (&written, limit);
  default:
    pthread_mutex_lock (&lock);
    int error = pthread_cond_timedwait (&silent, &lock, limit);
    pthread_mutex_unlock (&lock);
    return error;
  }
}

static void *run (void *none) {
  struct timespec limit, now;
  clock_gettime (CLOCK_REALTIME, &limit);
  limit.tv_nsec += 20 * 1000 * 1000;
  if (limit.tv_nsec >= 1000 * 1000 * 1000) {
    limit.tv_nsec -= 1000 * 1000 * 1000;
    limit.tv_sec++;
  }
  int error = wait_until (&limit);
  clock_gettime (CLOCK_REALTIME, &now);
  assert (error == 0 || error == ETIMEDOUT);
  assert (error == 0 || now.tv_sec > limit.tv_sec ||
          (now.tv_sec == limit.tv_sec && now.tv_nsec >= limit.tv_nsec));
  return none;
}

int main (void) {
  pthread_t thread;
  sem_init (&never, 0, 0);
  pthread_mutex_lock (&taken);
  pthread_rwlock_wrlock (&written);
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  return 0;
}
