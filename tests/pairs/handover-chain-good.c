/* expect: verified
   executions: 3

   Data pass through two hands: what happens before is transitive. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;
static int data;

static void *one (void *none) {
  data = 42;
  atomic_store_explicit (&first, 1, memory_order_release);
  return none;
}

static void *two (void *none) {
  if (atomic_load_explicit (&first, memory_order_acquire))
    atomic_store_explicit (&second, 1, memory_order_release);
  return none;
}

static void *three (void *none) {
  if (atomic_load_explicit (&second, memory_order_acquire))
    assert (data == 42);
  return none;
}

int main (void) {
  pthread_t thread[3];
  pthread_create (&thread[0], NULL, one, NULL);
  pthread_create (&thread[1], NULL, two, NULL);
  pthread_create (&thread[2], NULL, three, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
