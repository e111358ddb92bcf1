/* Several workers that share a search (sett check -j2).

   Each worker is the program, or the system of processes, with a memory of its
   own, and the search in it.  All they have in common is on this page: which
   part of the search (stateless/partition.c) is the next, and what one of them
   has learnt about the program.

   Parts mean the same to all workers only as long as all know the same about
   the program.  So time is divided into eras.  When a worker learns something
   that changes what events are, it writes down what it knows, and the era is
   over: all workers end, and new ones begin with that knowledge.  The first
   era is that of a single worker, which explores for a while as if it were
   alone: most programs end there, and most of what there is to learn is learnt.
   It also decides where the search is divided, by what it has seen.  If that
   turns out to be wrong, it is noted who must go where nobody went; when all
   parts are done an era follows with the parts that this takes, and what was
   done counts (stateless/partition.c).

   A worker that finds no part waits until all do: one who has been at a part
   for long gives it up meanwhile, and divides it anew, so that there are parts
   again.  Ranks take turns at that (program/rank_divisions.h).

   Each worker has a shadow of its own for the files that its program changes.
   A program that changes files really (--real) is explored by one worker. */

#ifndef SETT_SHARED_WORKER_POOL_H
#define SETT_SHARED_WORKER_POOL_H

#include "kernel/division.h"
#include "kernel/runner.h"
#include "shared/shared.h"

#include <string.h>

#define SETT_POOL_ADDRESS ((void *)0x214000000000ul)
#define SETT_POOL_SIZE ((size_t)8 << 20)
#define SETT_MOST_LEARNED 8192
#define SETT_MOST_REFUTATIONS 1024
#define SETT_MOST_PARTS_KEPT (1u << 19) /* of those above it is not known */
#define SETT_MOST_DIVISIONS 512
#define SETT_MOST_DIVIDED_KEPT 4096 /* likewise, of each */
#define SETT_MOST_MASKS (1u << 17)
#define SETT_MOST_GIVEN 256

typedef struct sett_pool {
  volatile uint64_t era;
  volatile uint64_t next;      /* part, of those of this machine... */
  uint64_t first_part, stride; /* ...the first, and the way to the next; 0: 1 */
  uint8_t done[SETT_MOST_PARTS_KEPT / 8]; /* by a checkpoint */
  uint8_t divided_done[SETT_MOST_DIVISIONS][SETT_MOST_DIVIDED_KEPT / 8];
  uint32_t ways; /* so many parts are looked for; 0: as workers need */
  int resumed;   /* the parts must be those of a checkpoint */
  volatile uint64_t digest; /* of the parts, as the first to find them saw them;
                               0: nobody did */
  volatile int alone;       /* there must be one worker only */
  volatile int writing;     /* a lock */
  volatile uint32_t learned_count;
  uint64_t learned[SETT_MOST_LEARNED];
  volatile uint64_t part_count; /* of this era, when they are found */
  /* Giving back (drive/explore.c): workers that there are, and that wait; what
     parts took that are done. */
  int gives;
  volatile uint32_t present, idle;
  volatile uint64_t parts_done, executions_done;
  volatile int dividing; /* somebody is: a lock */
  /* Where there are other ranks: the workers of all; what was divided here, and
     is not told to them yet; no part is left anywhere. */
  uint32_t sharers;
  volatile int offered, closed;
  sett_division offer;
  /* Parts that other ranks have handed over: so many of these, the next one of
     them, and which time it is (sett_pool_give). */
  volatile uint64_t given;
  uint64_t given_parts[SETT_MOST_GIVEN];
  uint32_t old_divisions;
  volatile uint32_t division_count;
  sett_division divisions[SETT_MOST_DIVISIONS];
  volatile uint32_t division_next[SETT_MOST_DIVISIONS]; /* part */
  uint32_t answered; /* parts that are there by fewer refutations are done */
  uint32_t extension_count; /* refutations that parts are there for... */
  volatile uint32_t
      refutation_count; /* ...and those that are noted for later */
  sett_refutation refutations[SETT_MOST_REFUTATIONS];
  uint32_t mask_count; /* decisions of the first era (stateless.h) */
  sett_thread_set masks[SETT_MOST_MASKS];
} sett_pool;

_Static_assert(sizeof (sett_pool) <= SETT_POOL_SIZE, "room");

/* Where the shared memory of a worker is in the file; the OS model and the
   regions are behind it, and the page that all share is at the beginning. */
#define SETT_SHARED_OFFSET(WORKER)                                             \
  (SETT_POOL_SIZE +                                                            \
   (WORKER) * (SETT_SHARED_SIZE + SETT_OS_MODEL_SIZE + SETT_REGIONS_SIZE +     \
               SETT_SHADOW_SIZE + SETT_PLANES_SIZE))
#define SETT_SHADOW_OFFSET(WORKER)                                             \
  (SETT_SHARED_OFFSET (WORKER) + SETT_SHARED_SIZE + SETT_OS_MODEL_SIZE +       \
   SETT_REGIONS_SIZE)
#define SETT_PLANES_OFFSET(WORKER)                                             \
  (SETT_SHADOW_OFFSET (WORKER) + SETT_SHADOW_SIZE)

#define SETT_MOST_WORKERS 16

/* There should be many more parts than workers, since some are small. */
#define SETT_PARTS_FOR_EACH_WORKER 32

/* So many masks are in use, with those of divisions. */
static inline uint32_t sett_pool_mask_end (const sett_pool *pool) {
  const sett_division *last = pool->divisions + pool->division_count - 1;
  return pool->division_count ? last->first_mask + last->mask_count
                              : pool->mask_count;
}

static inline int sett_pool_has_bit (const uint8_t *bits, uint64_t most,
                                     uint64_t number) {
  return number < most && (bits[number / 8] >> number % 8 & 1);
}

/* The next part that is to be explored, which is the caller's alone; if there
   are so many, one there is not. */
static inline uint64_t sett_pool_take_part (sett_pool *pool) {
  const uint64_t stride = pool->stride ? pool->stride : 1;
  uint64_t part;
  do
    part = pool->first_part +
           stride * __atomic_fetch_add (&pool->next, 1, __ATOMIC_RELAXED);
  while (sett_pool_has_bit (pool->done, SETT_MOST_PARTS_KEPT, part));
  return part;
}

/* The n-th part of a division that is this machine's; of the next division the
   first one is another machine's. */
static inline uint64_t sett_pool_divided_part (const sett_pool *pool,
                                               uint32_t division, uint32_t n) {
  const uint64_t stride = pool->stride ? pool->stride : 1;
  return (pool->first_part + division) % stride + stride * n;
}

/* Is there one that nobody has taken? */
static inline int sett_pool_has_divided (const sett_pool *pool,
                                         uint32_t division) {
  return sett_pool_divided_part (pool, division,
                                 pool->division_next[division]) <
         pool->divisions[division].part_count;
}

/* The same of parts that were given up. */
static inline uint64_t sett_pool_take_divided (sett_pool *pool) {
  const uint32_t count =
      __atomic_load_n (&pool->division_count, __ATOMIC_ACQUIRE);
  for (uint32_t i = pool->old_divisions; i < count; i++)
    while (sett_pool_has_divided (pool, i)) {
      const uint64_t part = sett_pool_divided_part (
          pool, i,
          __atomic_fetch_add (&pool->division_next[i], 1, __ATOMIC_RELAXED));
      if (part < pool->divisions[i].part_count &&
          !sett_pool_has_bit (pool->divided_done[i], SETT_MOST_DIVIDED_KEPT,
                              part))
        return SETT_PART_IN (i, part);
    }
  return SETT_NO_PART;
}

/* What other ranks have handed over, once that was taken which they did before:
   count in the lowest bits, next part, times.  Only one gives. */
#define SETT_GIVEN_BITS 16
static inline uint64_t sett_given_count (uint64_t given) {
  return given & (((uint64_t)1 << SETT_GIVEN_BITS) - 1);
}

static inline uint64_t sett_given_next (uint64_t given) {
  return sett_given_count (given >> SETT_GIVEN_BITS);
}

static inline void sett_pool_give (sett_pool *pool, const uint64_t *parts,
                                   uint64_t count) {
  const uint64_t times = pool->given >> 2 * SETT_GIVEN_BITS;
  memcpy (pool->given_parts, parts, count * sizeof *parts);
  __atomic_store_n (&pool->given, (times + 1) << 2 * SETT_GIVEN_BITS | count,
                    __ATOMIC_RELEASE);
}

static inline uint64_t sett_pool_take_given (sett_pool *pool) {
  uint64_t given = __atomic_load_n (&pool->given, __ATOMIC_ACQUIRE);
  while (sett_given_next (given) < sett_given_count (given)) {
    const uint64_t part = pool->given_parts[sett_given_next (given)];
    if (__atomic_compare_exchange_n (&pool->given, &given,
                                     given + ((uint64_t)1 << SETT_GIVEN_BITS),
                                     0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      return part;
  }
  return SETT_NO_PART;
}

/* Whatever is next. */
static inline uint64_t sett_pool_take (sett_pool *pool) {
  const uint64_t given = sett_pool_take_given (pool);
  if (given != SETT_NO_PART)
    return given;
  const uint64_t part = sett_pool_take_part (pool);
  return part < pool->part_count ? part : sett_pool_take_divided (pool);
}

/* So many parts are left here that nobody has taken, or some more. */
static inline uint64_t sett_pool_count_parts (const sett_pool *pool) {
  const uint64_t stride = pool->stride ? pool->stride : 1;
  const uint64_t next = pool->first_part + pool->next * stride;
  uint64_t count = sett_given_count (pool->given);
  count -= sett_given_next (pool->given);
  if (next < pool->part_count)
    count += (pool->part_count - next + stride - 1) / stride;
  for (uint32_t i = pool->old_divisions; i < pool->division_count; i++) {
    const uint64_t part =
        sett_pool_divided_part (pool, i, pool->division_next[i]);
    const uint64_t all = pool->divisions[i].part_count;
    count += part < all ? (all - part + stride - 1) / stride : 0;
  }
  return count;
}

static inline int sett_pool_has_parts (const sett_pool *pool) {
  return sett_pool_count_parts (pool) != 0;
}

/* Not to be claimed any more. */
static inline void sett_pool_mark_done (sett_pool *pool, uint64_t part) {
  const uint64_t division = part >> SETT_PART_BITS;
  const uint64_t number = part & (((uint64_t)1 << SETT_PART_BITS) - 1);
  if (!division && number < SETT_MOST_PARTS_KEPT)
    pool->done[number / 8] |= (uint8_t)(1u << number % 8);
  else if (division && division <= SETT_MOST_DIVISIONS &&
           number < SETT_MOST_DIVIDED_KEPT)
    pool->divided_done[division - 1][number / 8] |= (uint8_t)(1u << number % 8);
}

static inline void sett_pool_add_division (sett_pool *pool,
                                           const sett_division *v) {
  const uint32_t number = pool->division_count;
  pool->divisions[number] = *v;
  pool->division_next[number] = 0;
  __atomic_store_n (&pool->division_count, number + 1, __ATOMIC_RELEASE);
}

/* Whoever has the lock on dividing has found its parts.  Where there are other
   ranks the lock is kept, and nobody takes a part before all are told. */
static inline void sett_pool_divide (sett_pool *pool, const sett_division *v) {
  if (pool->sharers) {
    pool->offer = *v;
    __atomic_store_n (&pool->offered, 1, __ATOMIC_RELEASE);
    return;
  }
  sett_pool_add_division (pool, v);
  __atomic_store_n (&pool->dividing, 0, __ATOMIC_RELEASE);
}

static inline int sett_pool_has_room (const sett_pool *pool) {
  return pool->division_count < SETT_MOST_DIVISIONS &&
         sett_pool_mask_end (pool) < SETT_MOST_MASKS;
}

static inline int sett_pool_may_divide (sett_pool *pool) {
  return !pool->dividing && sett_pool_has_room (pool) &&
         !__atomic_exchange_n (&pool->dividing, 1, __ATOMIC_ACQUIRE);
}

/* An era begins with so many workers here; `sharers`: of all ranks, if there
   are others, which have the lock on dividing in turn. */
static inline void sett_pool_count_present (sett_pool *pool, uint32_t present,
                                            uint32_t sharers) {
  pool->present = present;
  pool->idle = 0;
  pool->sharers = sharers;
  pool->gives = present > 1 || sharers > 1;
  pool->dividing = sharers != 0;
  pool->offered = pool->closed = 0;
  pool->given = 0;
}

/* What a new era, or a new process, begins with. */
static inline void sett_pool_unclaim (sett_pool *pool) {
  pool->next = pool->parts_done = pool->executions_done = 0;
  pool->dividing = 0;
  memset ((void *)pool->division_next, 0, sizeof pool->division_next);
}

static inline void sett_pool_forget_done (sett_pool *pool) {
  memset (pool->done, 0, sizeof pool->done);
  memset (pool->divided_done, 0, sizeof pool->divided_done);
}

static inline uint32_t sett_pool_ways (const sett_pool *pool,
                                       const sett_orders *orders) {
  return pool->ways ? pool->ways
                    : SETT_PARTS_FOR_EACH_WORKER * (uint32_t)orders->workers;
}

/* Nothing of this era, or of those before, counts. */
static inline void sett_pool_restart (sett_pool *pool) {
  pool->digest = 0;
  pool->answered = pool->division_count = pool->old_divisions = 0;
  pool->resumed = 0;
  sett_pool_unclaim (pool);
  sett_pool_forget_done (pool);
}

/* The next era, with these words: whoever comes first is heard.  The caller has
   the lock.  Others are still at work in this one, so that its parts stay as
   they are until the next one begins (restart). */
static inline void sett_pool_next_era (sett_pool *pool, uint32_t era, int alone,
                                       const uint64_t *words, uint32_t count) {
  if (pool->era != era)
    return;
  pool->alone |= alone || count > SETT_MOST_LEARNED;
  pool->learned_count = count > SETT_MOST_LEARNED ? 0 : count;
  if (pool->learned_count)
    memcpy (pool->learned, words, count * sizeof *words);
  pool->extension_count = pool->refutation_count = 0;
  pool->era++;
}

/* Notes a refutation, once; false: there are too many, or it was noted in an
   era before.  The caller has the lock. */
static inline int sett_pool_refute (sett_pool *pool, const sett_refutation *r) {
  for (uint32_t i = 0; i < pool->refutation_count; i++)
    if (!memcmp (&pool->refutations[i], r, sizeof *r))
      return i >= pool->extension_count;
  if (pool->refutation_count == SETT_MOST_REFUTATIONS)
    return 0;
  pool->refutations[pool->refutation_count++] = *r;
  return 1;
}

/* The next era, with the parts that were missing; all others are done. */
static inline void sett_pool_extend (sett_pool *pool) {
  pool->answered = pool->extension_count + 1;
  pool->extension_count = pool->refutation_count;
  pool->old_divisions = pool->division_count;
  pool->digest = 0;
  pool->resumed = 0;
  sett_pool_unclaim (pool);
  sett_pool_forget_done (pool);
  pool->era++;
}

/* Has the first who found the parts found these? */
static inline int sett_pool_has_digest (sett_pool *pool, uint64_t digest) {
  uint64_t found = 0;
  digest |= 1;
  return __atomic_compare_exchange_n (&pool->digest, &found, digest, 0,
                                      __ATOMIC_RELAXED, __ATOMIC_RELAXED) ||
         found == digest;
}

#endif
