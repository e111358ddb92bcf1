/* expect: race

   A relaxed store does not hand over what was written before it. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int sign;
static int data;

static void *give (void *none) {
  data = 1;
  atomic_store_explicit (&sign, 1, memory_order_relaxed);
  return none;
}

static void *take (void *none) {
  if (atomic_load_explicit (&sign, memory_order_acquire))
    return data ? none : NULL;
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, give, NULL);
  pthread_create (&b, NULL, take, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
