/* expect: verified

   Which update comes first is known by a flag that orders nothing itself; the
   updates do, though they leave the value as it was. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int sign, first;
static int data;

static void *give (void *none) {
  data = 1;
  atomic_fetch_or_explicit (&sign, 0, memory_order_release);
  atomic_store_explicit (&first, 1, memory_order_relaxed);
  return none;
}

static void *take (void *none) {
  if (!atomic_load_explicit (&first, memory_order_relaxed))
    return none;
  atomic_fetch_or_explicit (&sign, 0, memory_order_acquire);
  return data ? none : NULL;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, give, NULL);
  pthread_create (&b, NULL, take, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
