/* expect: assertion

   Main ends without waiting for a detached thread, which may or may not come
   to its assertion. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int closing;

static void *run (void *none) {
  assert (!closing);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_detach (thread);
  closing = 1;
  return 0;
}
