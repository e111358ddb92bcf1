/* expect: verified
   executions: 2

   Exactly one thread is told that it is the one. */

#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run (void *result) {
  int answer = pthread_barrier_wait (&barrier);
  *(int *)result = answer == PTHREAD_BARRIER_SERIAL_THREAD;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int chosen[2];
  pthread_barrier_init (&barrier, NULL, 2);
  pthread_create (&a, NULL, run, &chosen[0]);
  pthread_create (&b, NULL, run, &chosen[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (chosen[0] + chosen[1] == 1);
  return 0;
}
