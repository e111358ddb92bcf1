/* expect: verified
   executions: 1

   Each thread has a variable of its own, with its own beginning. */

#include <assert.h>
#include <pthread.h>

static _Thread_local int own = 5;

static int next (void) {
  return ++own;
}

static void *run (void *none) {
  assert (next () == 6);
  assert (next () == 7);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (own == 5);
  return 0;
}
