/* expect: verified
   options: --exit-status

   The program says by its exit status that all is well. */

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
  return counter != 2;
}
