/* expect: verified

   A spin lock by compare-and-exchange. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void *run (void *none) {
  int expected = 0;
  while (!atomic_compare_exchange_strong (&locked, &expected, 1))
    expected = 0;
  counter++;
  locked = 0;
  return none;
}

int main (void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create (&thread[i], NULL, run, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  assert (counter == 3);
  return 0;
}
