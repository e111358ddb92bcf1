/* expect: race

   Whoever comes first reads a page that nobody else uses so far, and forgets
   it. Then one of the threads writes there: a race only if the other one has
   read. */

#include <pthread.h>
#include <stdatomic.h>

static _Alignas(4096) char page[4096];
static _Alignas(4096) atomic_int turn, mark;

__attribute__ ((noinline)) static void look (void) {
  if (!atomic_exchange_explicit (&turn, 1, memory_order_relaxed) && page[7])
    atomic_store (&mark, 2);
}

static void *first (void *p) {
  look ();
  atomic_fetch_add (&mark, 1);
  page[7] = 0;
  return p;
}

static void *second (void *p) {
  look ();
  return p;
}

int main (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, first, NULL);
  pthread_create (&b, NULL, second, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}
