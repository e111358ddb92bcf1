/* expect: verified
   executions: 1

   Somebody who only tries to read always succeeds, if others only read. */

#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader (void *none) {
  pthread_rwlock_rdlock (&lock);
  pthread_rwlock_unlock (&lock);
  return none;
}

static void *second_reader (void *none) {
  int error = pthread_rwlock_tryrdlock (&lock);
  assert (error == 0);
  pthread_rwlock_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, reader, NULL);
  pthread_create (&b, NULL, second_reader, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
