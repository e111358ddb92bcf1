/* expect: race

   Both orders of the critical sections lead to the same memory; but only in one
   of them the accesses to x are ordered.  The mark orders nothing. */

#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int mark;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void pass (void) {
  pthread_mutex_lock (&lock);
  pthread_mutex_unlock (&lock);
}

static void *first (void *p) {
  x = 1;
  pass ();
  atomic_store_explicit (&mark, 1, memory_order_relaxed);
  return p;
}

static void *second (void *p) {
  pass ();
  if (atomic_load_explicit (&mark, memory_order_relaxed))
    x = 1;
  return p;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}
