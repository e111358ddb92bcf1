/* expect: exit-status
   options: --exit-status
   expect: verified
   native: compile

   The program says by its exit status that something went wrong; Sett is asked
   to look at it, or not. */

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
  return counter != 2;
}
