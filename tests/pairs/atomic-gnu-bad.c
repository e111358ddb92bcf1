/* expect: assertion

   GNU's atomics: a load and a store are not an update. */

#include <assert.h>
#include <pthread.h>

static long counter;

static void *run (void *none) {
  long seen = __atomic_load_n (&counter, __ATOMIC_SEQ_CST);
  __atomic_store_n (&counter, seen + 1, __ATOMIC_SEQ_CST);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (counter == 2);
  return 0;
}
