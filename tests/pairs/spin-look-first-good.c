/* expect: verified
   expect: verified
   options: -O2

   A lock that is looked at until it seems free, and then tried (test and
   test-and-set). */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int counter;

static void *run (void *none) {
  do
    while (atomic_load_explicit (&taken, memory_order_relaxed))
      ;
  while (atomic_exchange_explicit (&taken, 1, memory_order_acquire));
  counter++;
  atomic_store_explicit (&taken, 0, memory_order_release);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  assert (counter == 2);
  return 0;
}
