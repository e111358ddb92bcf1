/* expect: verified

   A thread ends the program when the work has been done; main would wait for
   ever. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int done;

static void verify (void) {
  assert (done);
}

static void *last (void *none) {
  done = 1;
  exit (0);
  return none;
}

int main (void) {
  pthread_t thread;
  sem_t never;
  atexit (verify);
  sem_init (&never, 0, 0);
  pthread_create (&thread, NULL, last, NULL);
  sem_wait (&never);
  return 1;
}
