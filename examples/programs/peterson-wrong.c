/* expect: race

   Peterson's lock with its first two lines exchanged: a thread gives way before
   it says that it wants to enter.  Both can be inside. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int turn;
static int counter;

static void enter (int me) {
  turn = !me;
  wants[me] = 1;
  while (wants[!me] && turn == !me)
    ;
}

static void leave (int me) {
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
  return 0;
}
