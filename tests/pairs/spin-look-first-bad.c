/* expect: race

   The same without release and acquisition. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int counter;

static void *run (void *none) {
  do
    while (atomic_load_explicit (&taken, memory_order_relaxed))
      ;
  while (atomic_exchange_explicit (&taken, 1, memory_order_relaxed));
  counter++;
  atomic_store_explicit (&taken, 0, memory_order_relaxed);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
