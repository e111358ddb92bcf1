/* Writes to a file in one order only, and that late. */
#include "several.h"

#include <stdio.h>

enum { N = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int order[N], count;

static void *run (void *argument) {
  const int i = (int)(long)argument;
  pthread_mutex_lock (&lock);
  order[count++] = i;
  if (count == N && order[0] == N - 1) {
    FILE *file = fopen ("kept", "w");
    fprintf (file, "new %d\n", i);
    fclose (file);
    file = fopen ("fresh", "w");
    fclose (file);
  }
  pthread_mutex_unlock (&lock);
  return NULL;
}

int main (void) {
  run_all (N, run);
  return 0;
}
