/* expect: verified
   executions: 4

   Two readers and a writer: readers do not exclude each other, and their order
   does not matter. */

#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;

static void *reader (void *none) {
  pthread_rwlock_rdlock (&lock);
  assert (first == second);
  pthread_rwlock_unlock (&lock);
  return none;
}

static void *writer (void *none) {
  pthread_rwlock_wrlock (&lock);
  first++;
  second++;
  pthread_rwlock_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t thread[3];
  pthread_create (&thread[0], NULL, reader, NULL);
  pthread_create (&thread[1], NULL, reader, NULL);
  pthread_create (&thread[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
