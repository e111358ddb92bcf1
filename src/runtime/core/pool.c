/* Sharing a search with other workers: see pool.h. */

#include "runtime/core/pool.h"

#include "base/assert.h"
#include "runtime/core/knowledge.h"
#include "stateless/stateless.h"

#include <sys/mman.h>

static sett_pool *const pool = SETT_POOL_ADDRESS;

static int rests; /* this worker */

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
  return sett_pool_take (pool);
}

static void divide (void *unused, const sett_division *division) {
  (void)unused;
  SETT_ASSERT (pool->dividing && pool->division_count < SETT_MOST_DIVISIONS);
  sett_pool_divide (pool, division);
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
                             .answered = pool->answered,
                             .divisions = pool->divisions,
                             .division_count = &pool->division_count,
                             .old_divisions = pool->old_divisions,
                             .divide = pool->gives ? divide : NULL,
                             .refute = refute,
                             .part_count = &pool->part_count};
}

/* Each worker that takes one of them finds all of them. */
uint32_t sett_pool_ways_anew (void) {
  enum { WAYS = 4, MOST = 256 }; /* for each worker; of all */
  const uint32_t ways =
      WAYS * (pool->sharers ? pool->sharers : (uint32_t)pool->present);
  return ways < MOST ? ways : MOST;
}

/* Longer than others on average, and than it takes to divide it. */
static int is_long (uint64_t executions) {
  enum { ENOUGH = 100 };
  const uint64_t first = engine.shared->orders.divide_after;
  const uint64_t least = first && first < ENOUGH ? first : ENOUGH;
  const uint64_t parts = pool->parts_done;
  return executions >= least && executions >= sett_pool_ways_anew () &&
         (!parts || executions > pool->executions_done / parts);
}

int sett_pool_gives (void) {
  return sett_pool_is_on () && pool->gives;
}

int sett_pool_there_are_parts (void) {
  return sett_pool_has_parts (pool);
}

/* A rank has the turn only while some worker of some rank waits. */
static int is_missing (void) {
  return pool->sharers ? !pool->dividing
                       : pool->idle && !sett_pool_has_parts (pool);
}

int sett_pool_wants_part (uint64_t executions) {
  return sett_pool_gives () && is_missing () && is_long (executions) &&
         sett_pool_may_divide (pool);
}

void sett_pool_does_not_divide (void) {
  __atomic_store_n (&pool->dividing, 0, __ATOMIC_RELEASE);
}

void sett_pool_note_part (uint64_t executions) {
  __atomic_fetch_add (&pool->parts_done, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add (&pool->executions_done, executions, __ATOMIC_RELAXED);
}

void sett_pool_rest (int idle) {
  SETT_ASSERT (idle != rests);
  rests = idle;
  __atomic_fetch_add (&pool->idle, idle ? 1u : -1u, __ATOMIC_SEQ_CST);
}

int sett_pool_all_rest (void) {
  return pool->sharers ? pool->closed
                       : (int32_t)(pool->idle - pool->present) >= 0;
}

void sett_pool_leave (void) {
  if (!sett_pool_is_on ())
    return;
  if (rests)
    sett_pool_rest (0);
  __atomic_fetch_sub (&pool->present, 1, __ATOMIC_SEQ_CST);
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
