/* expect: verified
   expect: race
   options: -DNO_JOIN
   expect: misuse
   options: -DTWICE
   native: no

   Joining by trying, and with a time limit. */

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int value;

static void *run (void *none) {
  value = 1;
  return none;
}

int main (void) {
  pthread_t thread;
  const struct timespec at_once = {0, 0};
  pthread_create (&thread, NULL, run, NULL);
#ifdef NO_JOIN
  pthread_tryjoin_np (thread, NULL);
#else
  if (pthread_timedjoin_np (thread, NULL, &at_once))
    while (pthread_tryjoin_np (thread, NULL) == EBUSY)
      continue;
#endif
#ifdef TWICE
  pthread_tryjoin_np (thread, NULL);
#endif
  (void)at_once;
  value = 2;
  return 0;
}
