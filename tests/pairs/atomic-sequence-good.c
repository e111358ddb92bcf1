/* expect: verified
   expect: verified
   options: -DUPDATE
   expect: verified
   options: -DFENCE
   expect: verified
   options: -DFAILS

   What was written before a flag was set is in order for who finds the flag:
   set by a store that releases, changed by others since then by updates only,
   set after a fence, or found by an exchange that fails and acquires. */

#include <pthread.h>
#include <stdatomic.h>

#define RELAXED memory_order_relaxed
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release

static atomic_int flag;
static int data;

static void *give (void *none) {
  data = 1;
#ifdef FENCE
  atomic_thread_fence (RELEASE);
  atomic_store_explicit (&flag, 2, RELAXED);
#elif defined UPDATE
  atomic_store_explicit (&flag, 1, RELEASE);
#else
  atomic_store_explicit (&flag, 2, RELEASE);
#endif
  return none;
}

static void *pass_on (void *none) {
#ifdef UPDATE
  atomic_fetch_add_explicit (&flag, 1, RELAXED);
#endif
  return none;
}

static void *take (void *none) {
#ifdef FAILS
  int wanted = 0;
  atomic_compare_exchange_strong_explicit (&flag, &wanted, 0, RELAXED, ACQUIRE);
  return wanted == 2 && !data ? NULL : none;
#else
  return atomic_load_explicit (&flag, ACQUIRE) == 2 && !data ? NULL : none;
#endif
}

int main (void) {
  pthread_t threads[3];
  pthread_create (&threads[0], NULL, give, NULL);
  pthread_create (&threads[1], NULL, pass_on, NULL);
  pthread_create (&threads[2], NULL, take, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join (threads[i], NULL);
  return 0;
}
