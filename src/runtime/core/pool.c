/* Sharing a search with other workers: see pool.h. */

#include "runtime/core/pool.h"

#include "runtime/core/knowledge.h"
#include "stateless/stateless.h"

#include <sys/mman.h>

static sett_pool *const pool = SETT_POOL_ADDRESS;

void sett_pool_open (int shared_file) {
  const long at =
      sett_raw (SYS_mmap, pool, SETT_POOL_SIZE, PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_FIXED_NOREPLACE, shared_file, 0);
  if ((void *)at != pool)
    sett_give_up ("the address of the shared memory is taken");
}

int sett_pool_is_on (void) {
  return engine.shared->orders.era != 0;
}

static uint64_t claim (void *unused) {
  (void)unused;
  return sett_pool_take_part (pool);
}

static void lock (void) {
  while (__atomic_exchange_n (&pool->writing, 1, __ATOMIC_ACQUIRE))
    sett_raw (SYS_sched_yield);
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

void sett_pool_describe (sett_stateless_pool *s) {
  *s = (sett_stateless_pool){.parts =
                                 sett_pool_ways (pool, &engine.shared->orders),
                             .masks = pool->masks,
                             .mask_count = &pool->mask_count,
                             .mask_room = SETT_MOST_MASKS,
                             .claim = claim,
                             .extensions = pool->refutations,
                             .extension_count = pool->extension_count,
                             .refute = refute,
                             .part_count = &pool->part_count};
}

int sett_pool_is_over (void) {
  return pool->era != engine.shared->orders.era;
}

static void begin_era (int alone) {
  uint32_t count;
  const uint64_t *words = sett_knowledge_save (&count);
  lock ();
  sett_pool_next_era (pool, engine.shared->orders.era, alone, words, count);
  unlock ();
  engine.shared->outdated = 1;
}

void sett_pool_teach (void) {
  begin_era (0);
}

void sett_pool_end (void) {
  begin_era (1);
}

int sett_pool_agrees (uint64_t digest) {
  if (sett_pool_has_digest (pool, digest))
    return 1;
  if (pool->resumed)
    sett_give_up ("the search cannot go on from the checkpoint: the program "
                  "does not behave as it did; begin anew with 'sett check'");
  begin_era (1);
  return 0;
}

/* In the first era, one worker stays.  Later, all end before anything is
   changed, and one begins again. */
void sett_pool_needs_files (void) {
  sett_shared *shared = engine.shared;
  if (!shared || shared->orders.task != SETT_TASK_SEARCH)
    return;
  shared->indivisible = 1;
  if (!sett_pool_is_on ())
    return;
  begin_era (1);
  shared->phase = SETT_PHASE_DONE;
  sett_raw (SYS_exit_group, 0);
}
