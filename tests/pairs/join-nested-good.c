/* expect: verified
   executions: 1

   A thread waits for the one that it created: who joins the first has joined
   both. */

#include <assert.h>
#include <pthread.h>

static int result;

static void *grandchild (void *none) {
  result = 42;
  return none;
}

static void *child (void *none) {
  pthread_t thread;
  pthread_create (&thread, NULL, grandchild, NULL);
  pthread_join (thread, NULL);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, child, NULL);
  pthread_join (thread, NULL);
  assert (result == 42);
  return 0;
}
