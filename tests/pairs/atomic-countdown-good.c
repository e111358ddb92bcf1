/* expect: verified
   executions: 6

   Counting down with acquire and release: the last one sees all. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int missing = 3;
static int part[3];
static int sum;

static void *run (void *argument) {
  *(int *)argument = 1;
  if (atomic_fetch_sub_explicit (&missing, 1, memory_order_acq_rel) == 1)
    sum = part[0] + part[1] + part[2];
  return NULL;
}

int main (void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], NULL, run, &part[i]);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  assert (sum == 3);
  return 0;
}
