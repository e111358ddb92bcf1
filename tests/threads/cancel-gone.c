/* expect: misuse
   native: no

   Cancelling a detached thread that may be gone. */

#include <pthread.h>

static void *run (void *none) {
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_detach (thread);
  pthread_cancel (thread);
  return 0;
}
