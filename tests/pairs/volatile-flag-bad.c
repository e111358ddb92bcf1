/* expect: race

   `volatile` is not `atomic`: the flag is a race. */

#include <pthread.h>

static volatile int stop;

static void *run (void *none) {
  stop = 1;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  int seen = stop;
  pthread_join (thread, NULL);
  return seen == 2;
}
