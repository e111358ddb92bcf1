/* expect: verified
   executions: 2

   A flag that is stored with release and loaded with acquire hands over what
   was written before. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *producer (void *none) {
  data = 42;
  atomic_store_explicit (&ready, 1, memory_order_release);
  return none;
}

static void *consumer (void *none) {
  if (atomic_load_explicit (&ready, memory_order_acquire))
    assert (data == 42);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
