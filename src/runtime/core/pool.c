/* Sharing a search with other workers: see pool.h. */

#include "runtime/core/pool.h"

#include "runtime/core/knowledge.h"
#include "stateless/stateless.h"

#include <string.h>
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
  const uint64_t number = __atomic_fetch_add (&pool->next, 1, __ATOMIC_RELAXED);
  return pool->first_part + number * (pool->stride ? pool->stride : 1);
}

/* There should be many more parts than workers, since some are small. */
void sett_pool_describe (sett_stateless_pool *s) {
  enum { PARTS_FOR_EACH = 32 };
  *s = (sett_stateless_pool){.parts =
                                 PARTS_FOR_EACH * engine.shared->orders.workers,
                             .masks = pool->masks,
                             .mask_count = &pool->mask_count,
                             .mask_room = SETT_MOST_MASKS,
                             .claim = claim};
}

int sett_pool_is_over (void) {
  return pool->era != engine.shared->orders.era;
}

static void lock (void) {
  while (__atomic_exchange_n (&pool->writing, 1, __ATOMIC_ACQUIRE))
    sett_raw (SYS_sched_yield);
}

static void unlock (void) {
  __atomic_store_n (&pool->writing, 0, __ATOMIC_RELEASE);
}

/* Whoever comes first is heard. */
static void begin_era (int alone) {
  uint32_t count;
  const uint64_t *words = sett_knowledge_save (&count);
  lock ();
  if (!sett_pool_is_over ()) {
    pool->alone |= alone || count > SETT_MOST_LEARNED;
    pool->learned_count = count > SETT_MOST_LEARNED ? 0 : count;
    if (pool->learned_count)
      memcpy (pool->learned, words, count * sizeof *words);
    pool->next = pool->digest = 0;
    pool->era++;
  }
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
  uint64_t found = 0;
  digest |= 1;
  if (__atomic_compare_exchange_n (&pool->digest, &found, digest, 0,
                                   __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
      found == digest)
    return 1;
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
