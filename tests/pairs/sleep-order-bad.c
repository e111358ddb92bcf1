/* expect: assertion

   Main sleeps for a second and believes that the thread is done by then. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int done;

static void *run (void *none) {
  done = 1;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  sleep (1);
  assert (done);
  pthread_join (thread, NULL);
  return 0;
}
