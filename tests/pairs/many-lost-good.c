/* expect: verified

   The same as many-lost-bad.c, but nothing can come between the steps. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int count;

static void *work (void *none) {
  count++;
  return none;
}

int main (void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < N; i++)
    pthread_join (threads[i], NULL);
  assert (count == N);
  return 0;
}
