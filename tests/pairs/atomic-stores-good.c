/* expect: verified
   executions: 16

   Relaxed stores of every size, by two threads: they order nothing, and are no
   race by themselves. */

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Alignas(8) _Atomic uint8_t a;
static _Alignas(8) _Atomic uint16_t b;
static _Alignas(8) _Atomic uint32_t c;
static _Alignas(8) _Atomic uint64_t d;

static void *run (void *number) {
  const int n = *(int *)number;
  atomic_store_explicit (&a, n, memory_order_relaxed);
  atomic_store_explicit (&b, n, memory_order_relaxed);
  atomic_store_explicit (&c, n, memory_order_relaxed);
  atomic_store_explicit (&d, n, memory_order_relaxed);
  return NULL;
}

int main (void) {
  pthread_t first, second;
  static int one = 1, two = 2;
  pthread_create (&first, NULL, run, &one);
  pthread_create (&second, NULL, run, &two);
  pthread_join (first, NULL);
  pthread_join (second, NULL);
  return 0;
}
