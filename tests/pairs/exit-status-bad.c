/* expect: exit-status
   expect: exit-status
   options: --exit-status
   expect: verified
   options: --no-exit-status
   native: compile

   The program says by its exit status that something went wrong: it depends on
   chance.  Sett looks at that unless it is asked not to. */

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
