/* expect: race

   A spin lock that looks and then takes: two threads can look before one of
   them takes. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void *run (void *none) {
  while (locked)
    ;
  locked = 1;
  counter++;
  locked = 0;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
