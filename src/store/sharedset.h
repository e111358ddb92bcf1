/* A set of keys (see keyset.h) that several workers fill and that grows when
   it must.  A worker is inside the brlock when it adds. */

#ifndef SETT_STORE_SHAREDSET_H
#define SETT_STORE_SHAREDSET_H

#include "store/brlock.h"
#include "store/keyset.h"
#include "store/store.h"

/* New keys of a worker that the set has not counted. */
typedef struct sett_uncounted {
  _Alignas(64) _Atomic uint32_t keys;
} sett_uncounted;

typedef struct sett_sharedset {
  sett_keyset keys;
  sett_brlock *brlock;       /* not owned; null: not initialized */
  sett_uncounted *uncounted; /* one per worker */
} sett_sharedset;

/* False: no memory; to be released all the same. */
int sett_sharedset_init (sett_sharedset *, sett_brlock *);
void sett_sharedset_release (sett_sharedset *); /* also when all zero */

/* See keyset.h. */
void sett_sharedset_save (const sett_sharedset *, struct sett_saver *);
int sett_sharedset_restore (sett_sharedset *, struct sett_loader *);

uint64_t sett_sharedset_count (const sett_sharedset *);
size_t sett_sharedset_bytes (const sett_sharedset *);

/* The marks of a key that is there; not to be called inside the brlock. */
unsigned sett_sharedset_marks (sett_sharedset *, uint64_t key);
void sett_sharedset_set_marks (sett_sharedset *, uint64_t key, unsigned marks);
void sett_sharedset_add_marks (sett_sharedset *, uint64_t key, unsigned marks);

/* Counts a step of new keys, and grows the set if it is time. */
void sett_sharedset_count_step (sett_sharedset *, unsigned worker);

/* Adds a key to a crowded set. */
sett_found sett_sharedset_squeeze (sett_sharedset *, unsigned worker,
                                   uint64_t key);

static inline void sett_sharedset_prefetch (const sett_sharedset *set,
                                            uint64_t key) {
  sett_keyset_prefetch (&set->keys, key);
}

static inline void sett_sharedset_count_key (sett_sharedset *set,
                                             unsigned worker) {
  _Atomic uint32_t *const counter = &set->uncounted[worker].keys;
  const uint32_t keys =
      1 + atomic_load_explicit (counter, memory_order_relaxed);
  atomic_store_explicit (counter, keys, memory_order_relaxed);
  if (keys == SETT_KEYSET_STEP)
    sett_sharedset_count_step (set, worker);
}

static inline sett_found sett_sharedset_add (sett_sharedset *set,
                                             unsigned worker, uint64_t key) {
  const sett_keyset_answer answer =
      sett_keyset_add (&set->keys, key, set->brlock->workers > 1);
  if (answer == SETT_KEYSET_SEEN)
    return SETT_SEEN;
  if (answer == SETT_KEYSET_CROWDED)
    return sett_sharedset_squeeze (set, worker, key);
  sett_sharedset_count_key (set, worker);
  return SETT_NEW;
}

#endif
