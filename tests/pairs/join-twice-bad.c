/* expect: misuse

   A thread is joined twice. */

#include <pthread.h>

static void *run (void *none) {
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  pthread_join (thread, NULL);
  return 0;
}
