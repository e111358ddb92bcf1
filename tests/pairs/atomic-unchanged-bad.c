/* expect: race

   Updates that leave the value as it was: nothing shows which of the two comes
   first, and only if it is the one that releases are the accesses in order. */

#include <pthread.h>
#include <stdatomic.h>

static atomic_int sign;
static int data;

static void *give (void *none) {
  data = 1;
  atomic_fetch_or_explicit (&sign, 0, memory_order_release);
  return none;
}

static void *take (void *none) {
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
