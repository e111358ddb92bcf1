/* expect: assertion

   A round of the loop forbids that the thread is cancelled. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int end;

static void *wait_busily (void *unused) {
  while (!atomic_load (&end))
    pthread_setcancelstate (PTHREAD_CANCEL_DISABLE, NULL);
  pthread_testcancel ();
  assert (0);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, wait_busily, NULL);
  pthread_cancel (thread);
  atomic_store (&end, 1);
  pthread_join (thread, NULL);
  return 0;
}
