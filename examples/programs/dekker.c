/* expect: verified

   Dekker's lock for two threads: who has not the turn withdraws, and waits in a
   loop within the loop. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static int counter;

static void enter (int me) {
  wants[me] = 1;
  while (wants[!me])
    if (turn != me) {
      wants[me] = 0;
      while (turn != me)
        ;
      wants[me] = 1;
    }
}

static void leave (int me) {
  turn = !me;
  wants[me] = 0;
}

static void *run (void *argument) {
  int me = argument == &wants[1];
  enter (me);
  counter++;
  leave (me);
  return NULL;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, &wants[0]);
  pthread_create (&b, NULL, run, &wants[1]);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (counter == 2);
  return 0;
}
