/* expect: verified
   expect: assertion
   options: -DALWAYS
   expect: assertion
   options: -DNEVER

   A thread is cancelled while it waits for another one's end: who was not
   joined can still be. */

#include <assert.h>
#include <pthread.h>

static pthread_t worker;

static void *work (void *none) {
  return none;
}

static void *run (void *none) {
  pthread_join (worker, NULL);
  return none;
}

int main (void) {
  pthread_t thread;
  void *result;
  pthread_create (&worker, NULL, work, NULL);
  pthread_create (&thread, NULL, run, NULL);
  pthread_cancel (thread);
  pthread_join (thread, &result);
#ifdef ALWAYS
  assert (result == PTHREAD_CANCELED);
#endif
#ifdef NEVER
  assert (result != PTHREAD_CANCELED);
#endif
  if (result == PTHREAD_CANCELED)
    pthread_join (worker, NULL);
  return 0;
}
