/* expect: assertion

   A thread ends the program while main has not yet done its work; an exit
   handler notices. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void verify (void) {
  assert (done);
}

static void *impatient (void *none) {
  exit (0);
  return none;
}

int main (void) {
  pthread_t thread;
  atexit (verify);
  pthread_create (&thread, NULL, impatient, NULL);
  done = 1;
  pthread_join (thread, NULL);
  return 0;
}
