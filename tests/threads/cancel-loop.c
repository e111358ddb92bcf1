/* expect: verified
   expect: livelock
   options: -DFORGET
   native: no

   A loop that only cancellation ends.  A thread that does not let itself be
   cancelled for a while is cancelled later. */

#include <assert.h>
#include <pthread.h>

static int protected;

static void *run (void *none) {
  int old;
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, &old);
  assert (old == PTHREAD_CANCEL_ENABLE);
  pthread_testcancel ();
  protected = 1;
  pthread_setcancelstate (old, NULL);
  for (;;)
    pthread_testcancel ();
  return none;
}

int main (void) {
  pthread_t thread;
  void *result;
  pthread_create (&thread, NULL, run, NULL);
#ifndef FORGET
  pthread_cancel (thread);
#endif
  pthread_join (thread, &result);
  assert (result == PTHREAD_CANCELED && protected);
  return 0;
}
