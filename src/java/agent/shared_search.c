/* The part of an agent in a search that several share: see shared_search.h. */

#include "java/agent/shared_search.h"

#include "java/agent/memory_accesses.h"
#include "java/agent/world.h"
#include "stateless/stateless.h"

#include <sched.h>
#include <string.h>
#include <sys/mman.h>

static sett_pool *const pool = SETT_POOL_ADDRESS;

int sett_jpool_open (int shared_file) {
  return mmap (pool, SETT_POOL_SIZE, PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_FIXED_NOREPLACE, shared_file, 0) == pool;
}

int sett_jpool_is_on (void) {
  return world.shared->orders.era != 0;
}

static uint64_t claim (void *unused) {
  (void)unused;
  return __atomic_fetch_add (&pool->next, 1, __ATOMIC_RELAXED);
}

/* There should be many more parts than workers, since some are small. */
void sett_jpool_describe (sett_stateless_pool *s) {
  enum { PARTS_FOR_EACH = 32 };
  *s = (sett_stateless_pool){.parts =
                                 PARTS_FOR_EACH * world.shared->orders.workers,
                             .masks = pool->masks,
                             .mask_count = &pool->mask_count,
                             .mask_room = SETT_MOST_MASKS,
                             .claim = claim};
}

int sett_jpool_is_over (void) {
  return pool->era != world.shared->orders.era;
}

/* Whoever comes first is heard. */
void sett_jpool_begin_era (int alone) {
  unsigned count;
  const uint64_t *words = sett_access_promoted (&count);
  while (__atomic_exchange_n (&pool->writing, 1, __ATOMIC_ACQUIRE))
    sched_yield ();
  if (!sett_jpool_is_over ()) {
    pool->alone |= alone || count > SETT_MOST_LEARNED;
    pool->learned_count = count > SETT_MOST_LEARNED ? 0 : count;
    if (pool->learned_count)
      memcpy (pool->learned, words, count * sizeof *words);
    pool->next = pool->digest = 0;
    pool->era++;
  }
  __atomic_store_n (&pool->writing, 0, __ATOMIC_RELEASE);
  world.shared->outdated = 1;
}

int sett_jpool_agrees (uint64_t digest) {
  uint64_t found = 0;
  digest |= 1;
  if (__atomic_compare_exchange_n (&pool->digest, &found, digest, 0,
                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
      found == digest)
    return 1;
  sett_jpool_begin_era (1);
  return 0;
}
