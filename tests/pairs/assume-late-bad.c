/* expect: assertion

   An assumption that does not hold yet may hold in another order: the other
   thread has not run when it is first tested. */

#include <pthread.h>
#include <sett.h>
#include <stdatomic.h>

static atomic_int ready;

static void *run (void *none) {
  ready = 1;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  int seen = ready;
  sett_assume (seen == 1);
  sett_assert (seen == 0);
  pthread_join (thread, NULL);
  return 0;
}
