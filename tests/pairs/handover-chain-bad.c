/* expect: race

   Data pass through two hands; the second one uses a relaxed store. */

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
    atomic_store_explicit (&second, 1, memory_order_relaxed);
  return none;
}

static void *three (void *result) {
  if (atomic_load_explicit (&second, memory_order_acquire))
    *(int *)result = data;
  return NULL;
}

int main (void) {
  pthread_t thread[3];
  int result = 0;
  pthread_create (&thread[0], NULL, one, NULL);
  pthread_create (&thread[1], NULL, two, NULL);
  pthread_create (&thread[2], NULL, three, &result);
  for (int i = 0; i < 3; i++)
    pthread_join (thread[i], NULL);
  return 0;
}
