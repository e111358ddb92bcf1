/* expect: race

   A thread does not wait for the one that it created: who joins the first has
   not joined the second. */

#include <pthread.h>

static int result;

static void *grandchild (void *none) {
  result = 42;
  return none;
}

static void *child (void *none) {
  pthread_t thread;
  pthread_create (&thread, NULL, grandchild, NULL);
  pthread_detach (thread);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, child, NULL);
  pthread_join (thread, NULL);
  return result == 1;
}
