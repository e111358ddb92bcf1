/* expect: verified
   executions: 4
   expect: race
   options: -DREADERS_WRITE
   expect: misuse
   options: -DUNLOCK_TWICE
   expect: misuse
   options: -DDESTROY_IN_USE
   expect: deadlock
   options: -DUPGRADE

   Two readers and a writer.  Readers do not order each other: each comes before
   or after the writer, which makes four. */

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared, seen;

static void *reader (void *none) {
  pthread_rwlock_rdlock (&lock);
#ifdef UPGRADE
  pthread_rwlock_wrlock (&lock);
#endif
#ifdef READERS_WRITE
  seen = shared;
#else
  assert (shared == 0 || shared == 1);
#endif
  pthread_rwlock_unlock (&lock);
#ifdef UNLOCK_TWICE
  pthread_rwlock_unlock (&lock);
#endif
  return none;
}

static void *writer (void *none) {
  pthread_rwlock_wrlock (&lock);
  assert (pthread_rwlock_wrlock (&lock) == EDEADLK);
  shared++;
  pthread_rwlock_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b, c;
  pthread_create (&a, NULL, reader, NULL);
  pthread_create (&b, NULL, reader, NULL);
  pthread_create (&c, NULL, writer, NULL);
#ifdef DESTROY_IN_USE
  pthread_rwlock_destroy (&lock);
#endif
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_join (c, NULL);
  pthread_rwlock_destroy (&lock);
  return shared + seen == 1 ? 0 : 1;
}
