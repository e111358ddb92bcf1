/* expect: race
   options: -DTAKE=relaxed -DBACK=relaxed --depth 30
   expect: race
   options: -DTAKE=relaxed -DBACK=release --depth 30
   expect: race
   options: -DTAKE=acquire -DBACK=relaxed --depth 30

   A round that leaves the value as it was, and covers what was released with it
   by a store: whoever acquires it later is after nothing.  It takes such a
   round, and the thread that made it goes on. */

#include <pthread.h>
#include <stdatomic.h>

#define ORDER_(NAME) memory_order_##NAME
#define ORDER(NAME) ORDER_ (NAME)

static atomic_int a, stop, gone;
static int x;

/* Leaves nothing in registers. */
__attribute__ ((noinline)) static void go_round (void) {
  const int old = atomic_exchange_explicit (&a, 2, ORDER (TAKE));
  atomic_store_explicit (&a, old, ORDER (BACK));
}

static void *cover (void *none) {
  while (!atomic_load_explicit (&stop, memory_order_relaxed))
    go_round ();
  atomic_store_explicit (&gone, 1, memory_order_relaxed);
  return none;
}

static void *look (void *none) {
  if (atomic_load_explicit (&gone, memory_order_relaxed) &&
      atomic_load_explicit (&a, memory_order_acquire) == 1)
    return x ? NULL : none;
  return none;
}

int main (void) {
  pthread_t threads[2];
  pthread_create (&threads[0], NULL, cover, NULL);
  pthread_create (&threads[1], NULL, look, NULL);
  x = 1;
  atomic_store_explicit (&a, 1, memory_order_release);
  atomic_store_explicit (&stop, 1, memory_order_relaxed);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
