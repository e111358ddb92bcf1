/* expect: verified
   expect: verified
   options: -DROUNDS=2

   Peterson's lock for two threads, with atomics and a real busy loop.  The
   counter is an ordinary variable: the lock alone keeps its users apart. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_int wants[2];
static atomic_int turn;
static int counter;

static void enter (int me) {
  wants[me] = 1;
  turn = !me;
  while (wants[!me] && turn == !me)
    ;
}

static void leave (int me) {
  wants[me] = 0;
}

static void *run (void *argument) {
  int me = argument == &wants[1];
  for (int i = 0; i < ROUNDS; i++) {
    enter (me);
    counter++;
    leave (me);
  }
  return NULL;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, &wants[0]);
  pthread_create (&b, NULL, run, &wants[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (counter == 2 * ROUNDS);
  return 0;
}
