/* expect: verified
   expect: exit-status
   options: --exit-status
   native: compile

   The program exits with a status other than 0, but not by chance: in all
   executions.  That is said, and is no violation unless one asks. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *run (void *none) {
  counter++;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return counter == 2 ? 3 : 0;
}
