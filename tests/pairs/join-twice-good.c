/* expect: verified
   executions: 1

   Every thread is joined once, and its result is what it returned. */

#include <assert.h>
#include <pthread.h>

static void *run (void *argument) {
  return argument;
}

int main (void) {
  pthread_t a, b;
  void *first, *second;
  pthread_create (&a, NULL, run, &a);
  pthread_create (&b, NULL, run, &b);
  pthread_join (b, &second);
  pthread_join (a, &first);
  assert (first == &a && second == &b);
  return 0;
}
