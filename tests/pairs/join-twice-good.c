/* expect: verified
   executions: 1

   Every thread is joined once, and its result is what it returned. */

#include <assert.h>
#include <pthread.h>

static int left, right;

static void *run (void *argument) {
  return argument;
}

int main (void) {
  pthread_t a, b;
  void *first, *second;
  pthread_create (&a, NULL, run, &left);
  pthread_create (&b, NULL, run, &right);
  pthread_join (b, &second);
  pthread_join (a, &first);
  assert (first == &left && second == &right);
  return 0;
}
