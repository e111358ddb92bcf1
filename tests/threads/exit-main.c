/* expect: verified
   expect: assertion
   options: -DEARLY
   native: no

   Main ends by pthread_exit: the program goes on until its last thread ends,
   and then the handlers of exit run. */

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void at_exit (void) {
#ifdef EARLY
  assert (count < 3);
#else
  assert (count == 3);
#endif
}

static void add (void *none) {
  (void)none;
  pthread_mutex_lock (&lock);
  count++;
  pthread_mutex_unlock (&lock);
}

static void *run (void *none) {
  add (none);
  return none;
}

int main (void) {
  pthread_t thread;
  atexit (at_exit);
  pthread_create (&thread, NULL, run, NULL);
  pthread_detach (thread);
  pthread_create (&thread, NULL, run, NULL);
  pthread_cleanup_push (add, NULL);
  pthread_exit (NULL);
  pthread_cleanup_pop (1);
}
