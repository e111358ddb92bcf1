/* expect: verified
   options: -latomic -w
   expect: verified
   options: -latomic -mcx16 -w
   expect: assertion
   options: -latomic -w -DHALVES

   A pair of numbers that are always equal, changed as a whole and looked at in
   halves or as a whole; what it guards is handed over. */

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef struct pair {
  long first, second;
} pair;

static _Atomic pair shared;
static int value;

static void *change (void *none) {
  value = 1;
#ifdef HALVES
  __atomic_store_n ((long *)&shared, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n ((long *)&shared + 1, 1, __ATOMIC_SEQ_CST);
#else
  pair old = atomic_load (&shared);
  while (!atomic_compare_exchange_strong (
      &shared, &old, ((pair){old.first + 1, old.second + 1})))
    continue;
#endif
  return none;
}

int main (void) {
  pthread_t thread;
  pthread_create (&thread, NULL, change, NULL);
  const pair now = atomic_load (&shared);
  assert (now.first == now.second);
  if (__atomic_load_n ((long *)&shared + 1, __ATOMIC_SEQ_CST))
    assert (value == 1);
  pthread_join (thread, NULL);
  return 0;
}
