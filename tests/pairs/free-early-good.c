/* expect: verified
   executions: 2

   What was freed before there were threads was allocated anew. */

#include <pthread.h>
#include <stdlib.h>

enum { MANY = 1000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *block, turns;

static void *count (void *none) {
  pthread_mutex_lock (&lock);
  turns++;
  pthread_mutex_unlock (&lock);
  return none;
}

static void *use (void *none) {
  pthread_mutex_lock (&lock);
  if (turns)
    *block = 1;
  pthread_mutex_unlock (&lock);
  return none;
}

int main (void) {
  pthread_t a, b;
  for (int i = 0; i < MANY; i++) {
    block = malloc (128);
    free (block);
  }
  pthread_mutex_lock (&lock);
  pthread_create (&a, NULL, use, NULL);
  block = malloc (128);
  pthread_mutex_unlock (&lock);
  pthread_create (&b, NULL, count, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  free (block);
  return 0;
}
