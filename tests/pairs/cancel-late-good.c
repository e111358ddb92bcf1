/* expect: verified

   A thread that does not wish to be cancelled finishes its work. */

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t begun;
static int done;

static void *run (void *none) {
  pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, NULL);
  sem_post (&begun);
  pthread_testcancel ();
  done = 1;
  return none;
}

int main (void) {
  pthread_t thread;
  void *result;
  sem_init (&begun, 0, 0);
  pthread_create (&thread, NULL, run, NULL);
  sem_wait (&begun);
  pthread_cancel (thread);
  pthread_join (thread, &result);
  assert (result == NULL && done == 1);
  return 0;
}
