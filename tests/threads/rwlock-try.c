/* expect: verified

   Attempts on a read-write lock: each fails if and only if it must.  The lock
   was initialised, and is used by its time limits. */

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock;
static const struct timespec at_once;
static int shared;

static void *reader (void *none) {
  if (pthread_rwlock_tryrdlock (&lock))
    return none;
  assert (!pthread_rwlock_tryrdlock (&lock));
  assert (pthread_rwlock_trywrlock (&lock) == EBUSY);
  assert (pthread_rwlock_timedwrlock (&lock, &at_once) == ETIMEDOUT);
  assert (!pthread_rwlock_clockrdlock (&lock, CLOCK_MONOTONIC, &at_once));
  assert (shared == 0 || shared == 1);
  pthread_rwlock_unlock (&lock);
  pthread_rwlock_unlock (&lock);
  pthread_rwlock_unlock (&lock);
  return none;
}

static void *writer (void *none) {
  while (pthread_rwlock_trywrlock (&lock))
    continue;
  assert (pthread_rwlock_tryrdlock (&lock) == EBUSY);
  assert (pthread_rwlock_timedrdlock (&lock, &at_once) == EDEADLK);
  assert (pthread_rwlock_clockwrlock (&lock, CLOCK_REALTIME, &at_once) ==
          EDEADLK);
  shared = 1;
  pthread_rwlock_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_rwlock_init (&lock, NULL);
  pthread_create (&a, NULL, reader, NULL);
  pthread_create (&b, NULL, writer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (shared == 1);
  return pthread_rwlock_destroy (&lock);
}
