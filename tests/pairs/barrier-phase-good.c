/* expect: verified
   executions: 4

   Phases of writing and reading, kept apart by one barrier that is used again
   and again. */

#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int value[2];

static void *run (void *argument) {
  int *mine = argument;
  int *other = mine == &value[0] ? &value[1] : &value[0];
  *mine = 1;
  pthread_barrier_wait (&barrier);
  int seen = *other;
  pthread_barrier_wait (&barrier);
  *mine += seen;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  pthread_barrier_init (&barrier, NULL, 2);
  pthread_create (&a, NULL, run, &value[0]);
  pthread_create (&b, NULL, run, &value[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (value[0] == 2 && value[1] == 2);
  return 0;
}
