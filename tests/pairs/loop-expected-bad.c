/* expect: assertion

   A compare and exchange that fails writes to a global variable, and succeeds
   the next time. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int value, begun;
static int expected;

static void *exchange (void *unused) {
  atomic_store (&begun, 1);
  while (!atomic_compare_exchange_strong (&value, &expected, 5))
    ;
  assert (expected == 0);
  return unused;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, exchange, NULL);
  if (atomic_load (&begun))
    atomic_store (&value, 1);
  pthread_join (thread, NULL);
  return 0;
}
