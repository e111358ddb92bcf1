/* expect: livelock

   Two polite threads: each lets the other one go first. */

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int done[2];

static void *run (void *argument) {
  int me = argument == &done[1];
  while (!done[!me])
    sched_yield ();
  done[me] = 1;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, &done[0]);
  pthread_create (&b, NULL, run, &done[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
