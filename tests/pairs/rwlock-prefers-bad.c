/* expect: deadlock
   expect: deadlock
   options: -DTWICE

   A lock that prefers writers: who waits for another reader with the lock in
   its hands, or wants it twice, waits for ever if a writer has come between. */

#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock =
    PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static sem_t ready;

static void *read_too (void *none) {
  pthread_rwlock_rdlock (&lock);
  pthread_rwlock_unlock (&lock);
  sem_post (&ready);
  return none;
}

static void *change (void *none) {
  pthread_rwlock_wrlock (&lock);
  pthread_rwlock_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t reader, writer;
  sem_init (&ready, 0, 0);
  pthread_create (&reader, NULL, read_too, NULL);
  pthread_create (&writer, NULL, change, NULL);
  pthread_rwlock_rdlock (&lock);
#ifdef TWICE
  pthread_rwlock_rdlock (&lock);
  pthread_rwlock_unlock (&lock);
#else
  sem_wait (&ready);
#endif
  pthread_rwlock_unlock (&lock);
  pthread_join (reader, NULL);
  pthread_join (writer, NULL);
  return 0;
}
