/* expect: assertion

   An atomic variable is read, and written one more: an update of another
   thread in between is lost. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *run (void *none) {
  counter = counter + 1;
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
