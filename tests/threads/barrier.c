/* expect: verified
   executions: 4
   expect: race
   options: -DNO_SECOND
   expect: deadlock
   options: -DTHREADS=3
   expect: misuse
   options: -DDESTROY_IN_USE

   Two threads write, meet, and read what the other one wrote; two rounds.
   (Two ways to meet, twice.) */

#include <assert.h>
#include <errno.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static pthread_barrier_t barrier;
static int value[2], serial[2];

static void meet (int round) {
  if (pthread_barrier_wait (&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    serial[round]++;
}

static void *run (void *number) {
  const int self = *(int *)number;
  value[self] = 1;
  meet (0);
#ifdef NO_SECOND
  assert (value[!self]);
#else
  const int other = value[!self];
  meet (1);
#endif
  value[self] = 2;
#ifndef NO_SECOND
  assert (other == 1);
#endif
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int zero = 0, one = 1;
  assert (pthread_barrier_init (&barrier, NULL, 0) == EINVAL);
  pthread_barrier_init (&barrier, NULL, THREADS);
  pthread_create (&a, NULL, run, &zero);
  pthread_create (&b, NULL, run, &one);
#ifdef DESTROY_IN_USE
  pthread_barrier_destroy (&barrier);
#endif
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (serial[0] == 1);
  return pthread_barrier_destroy (&barrier);
}
