/* expect: verified
   executions: 2
   native: compile
   expect: verified
   options: -DDECLARED
   native: compile
   expect: verified
   options: -DDECLARED --search ifsss
   native: compile

   Reading and writing count as one step; also where it is declared what the
   threads use, though blocks have no name. */

#include <assert.h>
#include <pthread.h>
#include <sett.h>
#include <stdatomic.h>

static atomic_int counter;

static void *run (void *none) {
  sett_atomic_begin ();
  int seen = counter;
  counter = seen + 1;
  sett_atomic_end ();
  return none;
}

int main (void) {
  pthread_t a, b;
#ifdef DECLARED
  sett_will_use (&counter, sizeof counter, SETT_CHANGE);
  sett_will_use_nothing_else ();
#endif
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (counter == 2);
  return 0;
}
