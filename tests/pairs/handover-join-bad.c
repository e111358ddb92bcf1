/* expect: race

   The result is read before the thread is joined. */

#include <pthread.h>

static int result;

static void *run (void *none) {
  result = 42;
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  int copy = result;
  pthread_join (thread, NULL);
  return copy == 1;
}
