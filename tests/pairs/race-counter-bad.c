/* expect: race

   Two threads increment a variable without a lock. */

#include <pthread.h>

static int counter;

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
  return 0;
}
