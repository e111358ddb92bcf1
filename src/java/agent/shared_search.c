/* The part of an agent in a search that several share: see shared_search.h. */

#include "java/agent/shared_search.h"

#include "java/agent/learnt_words.h"
#include "java/agent/jvm_saving.h"
#include "java/agent/jvm_world.h"
#include "stateless/stateless.h"

#include <sched.h>
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
  return sett_pool_take_part (pool);
}

static void lock (void) {
  while (__atomic_exchange_n (&pool->writing, 1, __ATOMIC_ACQUIRE))
    sched_yield ();
}

static void unlock (void) {
  __atomic_store_n (&pool->writing, 0, __ATOMIC_RELEASE);
}

static int refute (void *unused, const sett_refutation *r) {
  (void)unused;
  lock ();
  const int noted = sett_pool_refute (pool, r);
  unlock ();
  return noted;
}

void sett_jpool_describe (sett_stateless_pool *s) {
  *s = (sett_stateless_pool){.parts =
                                 sett_pool_ways (pool, &world.shared->orders),
                             .masks = pool->masks,
                             .mask_count = &pool->mask_count,
                             .mask_room = SETT_MOST_MASKS,
                             .claim = claim,
                             .extensions = pool->refutations,
                             .extension_count = pool->extension_count,
                             .answered = pool->answered,
                             .refute = refute,
                             .part_count = &pool->part_count};
}

int sett_jpool_is_over (void) {
  return pool->era != world.shared->orders.era;
}

void sett_jpool_begin_era (int alone) {
  uint32_t count;
  const uint64_t *words = sett_learnt_words (&count);
  lock ();
  sett_pool_next_era (pool, world.shared->orders.era, alone, words, count);
  unlock ();
  world.shared->outdated = 1;
}

int sett_jpool_agrees (uint64_t digest) {
  if (sett_pool_has_digest (pool, digest))
    return 1;
  if (pool->resumed)
    sett_jrefuse_saved ("the program does not behave as it did");
  sett_jpool_begin_era (1);
  return 0;
}
