/* expect: verified
   executions: 3

   A state that would be wrong is never seen. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int state;

static void *run (void *none) {
  state = 1;
  state = 2;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  if (state == 3)
    abort ();
  pthread_join (thread, NULL);
  return 0;
}
