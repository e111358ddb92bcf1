/* expect: assertion
   options: --search ifsss
   expect: assertion
   options: --search sss

   A thread that is about to store sixteen bytes touches both halves: who reads
   the second one matters, although the search lets it sleep. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static union {
  unsigned __int128 both;
  long half[2];
} w __attribute__ ((aligned (16)));
static atomic_int a, b, d, e;

static void *writes (void *none) {
  atomic_store (&e, 1);
  __atomic_store_n (&w.both, ~(unsigned __int128)0, __ATOMIC_SEQ_CST);
  atomic_store (&a, 1);
  return none;
}

static void *looks (void *none) {
  if (atomic_load (&d) && !__atomic_load_n (&w.half[1], __ATOMIC_SEQ_CST))
    atomic_store (&b, 1);
  return none;
}

int main (void) {
  pthread_t t, u;
  pthread_create (&t, 0, writes, 0);
  pthread_create (&u, 0, looks, 0);
  if (!atomic_load (&e))
    return 0;
  atomic_store (&d, 1);
  int x = atomic_load (&a);
  int y = atomic_load (&b);
  atomic_store (&d, 0);
  assert (!(x == 1 && y == 1));
  return 0;
}
