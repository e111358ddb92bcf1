/* expect: verified

   A relaxed counter: nothing is handed over, nothing is lost. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *run (void *none) {
  atomic_fetch_add_explicit (&counter, 1, memory_order_relaxed);
  return none;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, run, NULL);
  pthread_create (&b, NULL, run, NULL);
  pthread_join (a, NULL);
  int now = atomic_load_explicit (&counter, memory_order_relaxed);
  assert (now == 1 || now == 2);
  pthread_join (b, NULL);
  assert (counter == 2);
  return 0;
}
