/* Two assertions that fail in few executions, far from the first ones. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { N = 5 };

static atomic_int count;
static int order[N];

static void *run (void *argument) {
  order[atomic_fetch_add (&count, 1)] = (int)(long)argument;
  return NULL;
}

int main (void) {
  pthread_t threads[N];
  for (long i = 0; i < N; i++)
    pthread_create (&threads[i], NULL, run, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join (threads[i], NULL);
  printf ("%d %d\n", order[0], order[1]);
  assert (order[0] != 4 || order[1] != 3 || order[2] != 2);
  assert (order[0] != 3 || order[1] != 4 || order[2] != 1);
  return 0;
}
