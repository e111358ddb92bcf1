/* expect: assertion

   What main does before it has a second thread is no state: it comes back to
   the same place, with the same registers, and other memory. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int rounds, wrong;

static void *work (void *p) {
  wrong = 1;
  return p;
}

int main (void) {
  pthread_t t;
  for (rounds = 0; rounds < 5; rounds++)
    ;
  pthread_create (&t, NULL, work, NULL);
  assert (!wrong);
  pthread_join (t, NULL);
}
