/* expect: assertion

   Who has slept for a second is a second older. */

#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *run (void *none) {
  struct timespec before, after;
  clock_gettime (CLOCK_MONOTONIC, &before);
  sleep (1);
  clock_gettime (CLOCK_MONOTONIC, &after);
  assert (after.tv_sec == before.tv_sec);
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, run, NULL);
  pthread_join (thread, NULL);
  return 0;
}
