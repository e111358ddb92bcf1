/* expect: race

   Readers count themselves under the lock for reading: they write. */

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int visits;

static void *reader (void *none) {
  pthread_rwlock_rdlock (&lock);
  visits++;
  pthread_rwlock_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, reader, NULL);
  pthread_create (&b, NULL, reader, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
