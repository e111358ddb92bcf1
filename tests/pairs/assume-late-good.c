/* expect: verified
   native: compile

   What follows an assumption happens only in those executions in which it
   holds. */

#include <pthread.h>
#include <sett.h>
#include <stdatomic.h>

static atomic_int ready, data;

static void *run (void *none) {
  data = 42;
  ready = 1;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  int seen = ready;
  sett_assume (seen == 1);
  sett_assert (data == 42);
  pthread_join (thread, NULL);
  return 0;
}
