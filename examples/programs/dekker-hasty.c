/* expect: assertion

   Dekker's lock, the first attempt: look first, then say that one wants to
   enter.  Both can look before one of them speaks. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2];
static atomic_int inside;

static void enter (int me) {
  while (wants[!me])
    ;
  wants[me] = 1;
}

static void leave (int me) {
  wants[me] = 0;
}

static void *run (void *argument) {
  int me = argument == &wants[1];
  enter (me);
  int others = inside++;
  assert (others == 0);
  inside--;
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
