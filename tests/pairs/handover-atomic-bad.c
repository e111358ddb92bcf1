/* expect: race

   A relaxed flag says that the data are ready, but hands nothing over. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *producer (void *none) {
  data = 42;
  atomic_store_explicit (&ready, 1, memory_order_relaxed);
  return none;
}

static void *consumer (void *result) {
  if (atomic_load_explicit (&ready, memory_order_relaxed))
    *(int *)result = data;
  return NULL;
}

int main (void) {
  pthread_t a, b;
  int result = 0;
  pthread_create (&a, NULL, producer, NULL);
  pthread_create (&b, NULL, consumer, &result);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
