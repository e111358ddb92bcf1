/* expect: verified

   However long main sleeps, it joins the thread before it looks. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int done;

static void *run (void *none) {
  usleep (10);
  done = 1;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  usleep (1000);
  pthread_join (thread, NULL);
  assert (done);
  return 0;
}
