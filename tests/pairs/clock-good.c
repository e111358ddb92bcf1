/* expect: verified

   Clocks do not run backwards, and a sleep takes its time. */

#include <assert.h>
#include <pthread.h>
#include <time.h>

static double now (void) {
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *run (void *none) {
  struct timespec pause = {0, 20 * 1000 * 1000};
  double before = now ();
  nanosleep (&pause, NULL);
  assert (now () >= before + 0.02);
  return none;
}

int main (void) {
  pthread_t a, b;
  double before = now ();
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (now () >= before + 0.02);
  return 0;
}
