/* expect: verified
   executions: 4
   expect: verified
   options: -DTIMED
   expect: verified
   options: -DREADERS

   A lock that prefers writers keeps readers out only as long as one waits; one
   that does not lets readers wait for each other. */

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#ifdef READERS
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#else
static pthread_rwlock_t lock =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#endif
static sem_t ready;
static int value;

static void *read_too (void *none) {
  pthread_rwlock_rdlock (&lock);
  assert (value == 0 || value == 1);
  pthread_rwlock_unlock (&lock);
  sem_post (&ready);
  return none;
}

static void *change (void *none) {
#ifdef TIMED
  struct timespec soon;
  clock_gettime (CLOCK_REALTIME, &soon);
  if (pthread_rwlock_timedwrlock (&lock, &soon))
    return none;
#else
  pthread_rwlock_wrlock (&lock);
#endif
  value++;
  pthread_rwlock_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t reader, writer;
  sem_init (&ready, 0, 0);
  pthread_create (&reader, NULL, read_too, NULL);
  pthread_create (&writer, NULL, change, NULL);
  pthread_rwlock_rdlock (&lock);
  const int before = value;
#if defined TIMED || defined READERS
  sem_wait (&ready);
#endif
  assert (value == before);
  pthread_rwlock_unlock (&lock);
  pthread_join (reader, NULL);
  pthread_join (writer, NULL);
  return 0;
}
