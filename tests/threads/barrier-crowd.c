/* expect: verified
   executions: 24

   Four threads at a barrier for two: any two of them can meet first, and either
   of two is the last one: 6 * 2 * 2. */

#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run (void *none) {
  pthread_barrier_wait (&barrier);
  return none;
}

int main (void) {
  pthread_t threads[4];
  pthread_barrier_init (&barrier, NULL, 2);
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, run, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  return pthread_barrier_destroy (&barrier);
}
