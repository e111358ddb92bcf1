/* expect: assertion
   options: --random 7
   expect: assertion
   options: --random 7 -DUNIFORM
   native: compile
   expect: verified

   The backoff that is too short is drawn once in a while. */

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shortest = 100;

#ifdef UNIFORM
unsigned arc4random_uniform (unsigned);
#define DRAW arc4random_uniform (7)
#else
#define DRAW rand ()
#endif

static void *run (void *none) {
  int delay = 1 + DRAW % 7;
  pthread_mutex_lock (&mutex);
  if (delay < shortest)
    shortest = delay;
  pthread_mutex_unlock (&mutex);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (shortest > 1);
  return 0;
}
