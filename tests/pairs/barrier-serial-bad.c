/* expect: assertion

   One thread is told that it is the one; it need not be this thread. */

#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run (void *none) {
  pthread_barrier_wait (&barrier);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_barrier_init (&barrier, NULL, 2);
  pthread_create (&thread, NULL, run, NULL);
  int serial = pthread_barrier_wait (&barrier);
  assert (serial == PTHREAD_BARRIER_SERIAL_THREAD);
  pthread_join (thread, NULL);
  return 0;
}
