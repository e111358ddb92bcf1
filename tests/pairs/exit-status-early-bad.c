/* expect: exit-status
   expect: verified
   options: --no-exit-status
   native: compile

   One execution of two exits with a status other than 0; together with
   exit-status-late-bad.c, which has it the other way round: one of them
   does so before it is known that others succeed. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *run (void *none) {
  done = 1;
  return none;
}

int main (void) {
  pthread_t a;
  pthread_create (&a, NULL, run, NULL);
  const int early = !done;
  pthread_join (a, NULL);
  return early;
}
