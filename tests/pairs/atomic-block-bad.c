/* expect: assertion

   The block that counts as one step ends before the update is complete. */

#include <assert.h>
#include <pthread.h>
#include <sett.h>
#include <stdatomic.h>

static atomic_int counter;

static void *run (void *none) {
  sett_atomic_begin ();
  int seen = counter;
  sett_atomic_end ();
  counter = seen + 1;
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
