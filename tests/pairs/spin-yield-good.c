/* expect: verified

   Two threads that take turns, yielding while it is the other one's. */

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int turn;
static int counter;

static void *even (void *none) {
  for (int i = 0; i < 4; i += 2) {
    while (turn != i)
      sched_yield ();
    counter++;
    turn++;
  }
  return none;
}

static void *odd (void *none) {
  for (int i = 1; i < 4; i += 2) {
    while (turn != i)
      sched_yield ();
    counter++;
    turn++;
  }
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, even, NULL);
  pthread_create (&b, NULL, odd, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (counter == 4);
  return 0;
}
