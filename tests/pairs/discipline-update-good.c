/* expect: verified
   options: --discipline mld
   expect: verified

   An exchange that leaves the value still hands over what was written before:
   x is used by one thread after the other. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int y, z;
static int x;

static void *f (void *none) {
  x = 5;
  atomic_exchange_explicit (&y, 0, memory_order_acq_rel);
  atomic_store_explicit (&z, 1, memory_order_relaxed);
  return none;
}

static void *g (void *none) {
  if (atomic_load_explicit (&z, memory_order_relaxed)) {
    atomic_load_explicit (&y, memory_order_acquire);
    assert (x == 5);
  }
  return none;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, f, 0);
  pthread_create (&u, 0, g, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
