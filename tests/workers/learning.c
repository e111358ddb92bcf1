/* In few executions, and late, somebody asks whether a lock is free: what is
   known of the program changes then. */
#include "several.h"

#include <stdio.h>

enum { N = 5 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order[N], count, tried = -1;

static void *run (void *argument) {
  const int i = (int)(long)argument;
  pthread_mutex_lock (&lock);
  order[count++] = i;
  const int backwards = count == N && order[0] == N - 1 && order[1] == N - 2;
  pthread_mutex_unlock (&lock);
  if (backwards) {
    tried = pthread_mutex_trylock (&lock);
    if (!tried)
      pthread_mutex_unlock (&lock);
  }
  return NULL;
}

int main (void) {
  run_all (N, run);
  printf ("%d %d %d\n", order[0], order[N - 1], tried);
  return 0;
}
