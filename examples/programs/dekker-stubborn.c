/* expect: livelock

   Dekker's lock without a turn: nobody withdraws, and two threads that want to
   enter at once wait for each other for ever, busily. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static int counter;

static void enter (int me) {
  wants[me] = 1;
  while (wants[!me])
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
