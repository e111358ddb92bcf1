/* One number for each different 64-bit value: see intern.h.

   `values` is append-only and never moves.  `slots` is an open-addressing
   table of indices into it, which is rebuilt from `values` when it grows.

   A new value is written to `values` first, its index published second, by a
   compare-and-swap of an empty slot; so whoever finds an index in a slot can
   read the value.  Indices are handed out to workers in blocks; those that a
   worker has not used have the value 0. */

#include "store/intern.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/snapshot.h"
#include "store/brlock.h"

#include <string.h>

#define BLOCK 64u /* indices handed out to a worker at once */
#define FIRST_CAPACITY 16384u
#define AHEAD 16u /* values, when rebuilding */

static uint64_t usual_limit (uint64_t capacity) {
  return capacity / 100 * 62;
}

static uint64_t hard_limit (uint64_t capacity) {
  return capacity / 100 * 94;
}

static int extend_slots (sett_intern *intern, uint64_t capacity) {
  SETT_ASSERT (capacity >= intern->capacity);
  if (!sett_region_extend (&intern->slots, capacity * sizeof (uint32_t)))
    return 0;
  intern->capacity = capacity;
  intern->limit = usual_limit (capacity);
  SETT_ASSERT (intern->limit < capacity);
  return 1;
}

int sett_intern_init (sett_intern *intern, unsigned workers) {
  *intern = (sett_intern){.next = 1, .shared = workers > 1};
  pthread_mutex_init (&intern->mutex, NULL);
  const uint64_t capacity = FIRST_CAPACITY + BLOCK * (uint64_t)workers * 2;
  return sett_region_init (&intern->values) &&
         sett_region_init (&intern->slots) &&
         sett_region_extend (&intern->values, 65536) &&
         extend_slots (intern, capacity);
}

void sett_intern_release (sett_intern *intern) {
  sett_region_release (&intern->values);
  sett_region_release (&intern->slots);
  pthread_mutex_destroy (&intern->mutex);
}

/* Makes `values` long enough for the index `end - 1`. */
static int extend_values (sett_intern *intern, uint32_t end) {
  const size_t needed = (size_t)end * sizeof (uint64_t);
  pthread_mutex_lock (&intern->mutex);
  const size_t used = intern->values.used;
  const int done = needed <= used ||
                   sett_region_extend (&intern->values, used + used / 8) ||
                   sett_region_extend (&intern->values, needed);
  pthread_mutex_unlock (&intern->mutex);
  return done;
}

/* Hands a block of indices out; 0, or why not. */
static uint32_t take_block (sett_intern *intern, sett_intern_worker *worker) {
  uint32_t next = atomic_load_explicit (&intern->next, memory_order_relaxed);
  do {
    if (next + BLOCK > SETT_INTERN_MOST)
      return SETT_INTERN_FULL;
    if (next + BLOCK > intern->limit)
      return SETT_INTERN_CROWDED;
    if (!extend_values (intern, next + BLOCK))
      return SETT_INTERN_FULL;
  } while (!atomic_compare_exchange_weak_explicit (
      &intern->next, &next, next + BLOCK, memory_order_relaxed,
      memory_order_relaxed));
  SETT_ASSERT (next && next + BLOCK <= SETT_INTERN_MOST);
  worker->next = next;
  worker->end = next + BLOCK;
  return 0;
}

/* What a slot holds for an index: two bits of the hash above it, so that most
   other values are told apart without being read. */
static uint32_t tagged (uint32_t index, uint64_t hash) {
  return index | (uint32_t)(hash & 3) << SETT_INTERN_BITS;
}

static int publish (sett_intern *intern, _Atomic uint32_t *slot,
                    uint32_t *found, uint32_t index) {
  if (intern->shared)
    return atomic_compare_exchange_strong_explicit (
        slot, found, index, memory_order_acq_rel, memory_order_acquire);
  atomic_store_explicit (slot, index, memory_order_relaxed);
  return 1;
}

static _Atomic uint32_t *after (const sett_intern *intern,
                                _Atomic uint32_t *slot) {
  _Atomic uint32_t *const slots = intern->slots.at;
  return ++slot == slots + intern->capacity ? slots : slot;
}

static uint32_t find_or_add (sett_intern *intern, sett_intern_worker *worker,
                             uint64_t value, uint64_t hash) {
  uint64_t *const values = intern->values.at;
  const uint32_t tag = tagged (0, hash);
  _Atomic uint32_t *slot = sett_intern_home (intern, hash);
  for (;; slot = after (intern, slot)) {
    uint32_t found = atomic_load_explicit (slot, memory_order_acquire);
    if (!found) {
      if (worker->next == worker->end) {
        SETT_ASSERT_SLOW (worker->next <= worker->end);
        const uint32_t problem = take_block (intern, worker);
        if (problem)
          return problem;
      }
      values[worker->next] = value;
      if (publish (intern, slot, &found, worker->next | tag))
        return worker->next++;
      values[worker->next] = 0; /* somebody was faster: `found` is the other */
    }
    const uint32_t index = found ^ tag;
    if (index <= SETT_INTERN_MOST && values[index] == value)
      return index;
  }
}

uint32_t sett_intern_add (sett_intern *intern, sett_intern_worker *worker,
                          uint64_t value) {
  SETT_ASSERT (value);
  const uint64_t hash = sett_intern_hash (value);
  const uint32_t index = find_or_add (intern, worker, value, hash);
  SETT_ASSERT_SLOW (index > SETT_INTERN_MOST ||
                    sett_intern_value (intern, index) == value);
  if (index <= SETT_INTERN_MOST)
    *sett_intern_place (worker, value) = (sett_intern_cached){value, index};
  return index;
}

#define PIECE 16384u /* slots, or indices, that a worker does at a time */

static void clear_piece (void *of, uint64_t number) {
  const sett_intern *const intern = of;
  uint32_t *const slots = intern->slots.at;
  const uint64_t begin = number * PIECE, left = intern->capacity - begin;
  memset (slots + begin, 0, (left < PIECE ? left : PIECE) * sizeof *slots);
}

/* Puts an index into the first empty slot from its home on; others do so with
   other indices. */
static void put (sett_intern *intern, uint32_t index, uint64_t hash) {
  _Atomic uint32_t *slot = sett_intern_home (intern, hash);
  for (;; slot = after (intern, slot)) {
    uint32_t empty = 0;
    if (!atomic_load_explicit (slot, memory_order_relaxed) &&
        publish (intern, slot, &empty, tagged (index, hash)))
      return;
  }
}

static void put_piece (void *of, uint64_t number) {
  sett_intern *const intern = of;
  const uint64_t *const values = intern->values.at;
  const uint32_t all = atomic_load (&intern->next);
  const uint32_t begin = (uint32_t)number * PIECE;
  const uint32_t end = all - begin < PIECE ? all : begin + PIECE;
  for (uint32_t index = begin; index < end; index++) {
    if (index + AHEAD < end)
      __builtin_prefetch (
          sett_intern_home (intern, sett_intern_hash (values[index + AHEAD])),
          1);
    if (values[index])
      put (intern, index, sett_intern_hash (values[index]));
  }
}

static void rebuild (sett_intern *intern, sett_brlock *brlock) {
  const uint32_t end = atomic_load (&intern->next);
  SETT_ASSERT ((size_t)end * sizeof (uint64_t) <= intern->values.used);
  SETT_ASSERT (!sett_intern_value (intern, 0));
  sett_brlock_share (brlock, (intern->capacity + PIECE - 1) / PIECE,
                     clear_piece, intern);
  sett_brlock_share (brlock, (end + PIECE - 1) / PIECE, put_piece, intern);
}

int sett_intern_grow (sett_intern *intern, sett_brlock *brlock) {
  const uint64_t capacity = intern->capacity;
  if (extend_slots (intern, capacity / 2 * 3) ||
      extend_slots (intern, capacity / 8 * 9)) {
    rebuild (intern, brlock);
    return 1;
  }
  if (intern->limit >= hard_limit (capacity))
    return 0;
  intern->limit = hard_limit (capacity);
  SETT_ASSERT (intern->limit < intern->capacity);
  return 1;
}

void sett_intern_save (const sett_intern *intern, sett_saver *saver) {
  const uint32_t next = atomic_load (&intern->next);
  sett_save_number (saver, intern->capacity);
  sett_save_number (saver, next);
  sett_save (saver, intern->values.at, next * sizeof (uint64_t));
}

/* Indices that had been handed out and not used are lost. */
int sett_intern_restore (sett_intern *intern, sett_loader *loader) {
  const uint64_t capacity = sett_load_number (loader);
  const uint64_t next = sett_load_count (loader, sizeof (uint64_t));
  SETT_ASSERT (atomic_load (&intern->next) == 1);
  if (!next || next > SETT_INTERN_MOST || next > capacity)
    sett_loader_fail (loader);
  if (sett_loader_failed (loader) ||
      !sett_region_extend (&intern->values, next * sizeof (uint64_t)) ||
      (capacity > intern->capacity && !extend_slots (intern, capacity)))
    return 0;
  sett_load (loader, intern->values.at, next * sizeof (uint64_t));
  atomic_store (&intern->next, (uint32_t)next);
  rebuild (intern, NULL);
  return !sett_loader_failed (loader);
}
