/* expect: assertion

   Main believes that who is cancelled does not finish. */

#include <assert.h>
#include <pthread.h>

static void *run (void *none) {
  pthread_testcancel ();
  return none;
}

int main (void) {
  pthread_t thread;
  void *result;
  pthread_create (&thread, NULL, run, NULL);
  pthread_cancel (thread);
  pthread_join (thread, &result);
  assert (result == PTHREAD_CANCELED);
  return 0;
}
