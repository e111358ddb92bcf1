/* Threads that have locks of their own, and one for all: ways that part at the
   former lead nowhere. */
#include "several.h"

enum { N = 6 };

static pthread_mutex_t own[N], all = PTHREAD_MUTEX_INITIALIZER;
static int mine[N], sum;

static void *run (void *argument) {
  const long i = (long)argument;
  for (int k = 0; k < 2; k++) {
    pthread_mutex_lock (&own[i]);
    mine[i]++;
    pthread_mutex_unlock (&own[i]);
  }
  pthread_mutex_lock (&all);
  sum += mine[i];
  pthread_mutex_unlock (&all);
  return NULL;
}

int main (void) {
  run_all (N, run);
  return sum != 2 * N;
}
