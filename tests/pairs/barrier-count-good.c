/* expect: verified
   executions: 3

   The barrier waits for three threads, and main is one of them. */

#include <pthread.h>

static pthread_barrier_t barrier;

static void *run (void *none) {
  pthread_barrier_wait (&barrier);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_barrier_init (&barrier, NULL, 3);
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_barrier_wait (&barrier);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  pthread_barrier_destroy (&barrier);
  return 0;
}
