/* expect: misuse

   A thread that was detached is joined. */

#include <pthread.h>

static void *run (void *none) {
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_detach (thread);
  pthread_join (thread, NULL);
  return 0;
}
