/* expect: verified

   A thread ends the program when the work has been done; main would wait for
   ever. */

#include <assert.h>
#include <pthread.h>
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
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_t thread;
  atexit (verify);
  pthread_mutex_lock (&lock);
  pthread_create (&thread, NULL, last, NULL);
  pthread_mutex_lock (&lock);
  return 1;
}
