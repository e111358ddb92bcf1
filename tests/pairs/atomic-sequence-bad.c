/* expect: race
   expect: race
   options: -DSTORED
   expect: race
   options: -DFAILS
   expect: race
   options: -DPLAIN

   What was written before a flag was set is not in order for who finds the
   flag: set by a store that does not release, or covered by one, found by an
   exchange that fails and does not acquire; or the flag itself was written
   plainly. */

#include <pthread.h>
#include <stdatomic.h>

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release

static int flag, done;
static int data;

static void *give (void *none) {
#ifdef PLAIN
  flag = 1;
  __atomic_store_n (&flag, 2, RELEASE);
  __atomic_store_n (&done, 1, RELAXED);
#else
  data = 1;
#endif
#ifdef STORED
  __atomic_store_n (&flag, 1, RELEASE);
  __atomic_store_n (&flag, 2, RELAXED);
#elif defined FAILS
  __atomic_store_n (&flag, 2, RELEASE);
#elif !defined PLAIN
  __atomic_store_n (&flag, 2, RELAXED);
#endif
  return none;
}

static void *take (void *none) {
#ifdef FAILS
  int wanted = 0;
  __atomic_compare_exchange_n (&flag, &wanted, 1, 0, ACQUIRE, RELAXED);
  return wanted == 2 && !data ? NULL : none;
#elif defined PLAIN
  return __atomic_load_n (&done, RELAXED) && __atomic_load_n (&flag, RELAXED)
             ? NULL
             : none;
#else
  return __atomic_load_n (&flag, ACQUIRE) == 2 && !data ? NULL : none;
#endif
}

int main (void) {
  pthread_t threads[2];
  pthread_create (&threads[0], NULL, give, NULL);
  pthread_create (&threads[1], NULL, take, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
