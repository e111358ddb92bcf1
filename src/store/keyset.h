/* A set of 60-bit keys, each with four bits for its user, in 64-bit slots.

   The keys must look random: a key is its own hash.  They are never 0.

       63    60 59                                    0
      +--------+---------------------------------------+
      | marks  | key                                   |   0: empty
      +--------+---------------------------------------+

   Open addressing with linear probing.  The home of a key is its value scaled
   to the capacity, so homes are in the order of keys whatever the capacity;
   therefore the set grows in place, by any factor: see keyset.c.  Beyond the
   last home is a spill area instead of a wrap-around; its last slot is always
   empty, so that every probe ends. */

#ifndef SETT_STORE_KEYSET_H
#define SETT_STORE_KEYSET_H

#include "base/hash.h"
#include "base/vector.h"
#include "store/region.h"

#include <stdatomic.h>
#include <stdint.h>

#define SETT_KEY_BITS 60
#define SETT_KEY_MASK (((uint64_t)1 << SETT_KEY_BITS) - 1)

/* Workers add to `count` in steps of this size. */
#define SETT_KEYSET_STEP 64u

typedef struct sett_keyset {
  sett_region region;
  uint64_t capacity;      /* number of homes */
  uint64_t last;          /* the slot that is always empty */
  uint64_t limit;         /* grow when `count` reaches this */
  unsigned reserve;       /* keys that may be there and not be counted yet */
  int closed;             /* takes no more keys: could not grow */
  _Atomic uint64_t count; /* keys, but for those not counted yet */
  SETT_VECTOR (uint64_t) cluster; /* for growing */
} sett_keyset;

typedef enum sett_keyset_answer {
  SETT_KEYSET_SEEN,
  SETT_KEYSET_NEW,
  SETT_KEYSET_CROWDED /* not there; must grow first */
} sett_keyset_answer;

/* False: no memory; to be released all the same. */
int sett_keyset_init (sett_keyset *, unsigned workers);
void sett_keyset_release (sett_keyset *);
size_t sett_keyset_bytes (const sett_keyset *);

/* Makes room for more keys.  The caller must be alone; who waits at the brlock
   (null: nobody) helps.  False when memory cannot be had: then the set is
   filled to the brim and closed at last. */
struct sett_brlock;
int sett_keyset_grow (sett_keyset *, struct sett_brlock *);

/* Saves the keys with their marks, and puts them back into an empty set;
   nobody else is there.  False: no memory, or the loader has failed. */
struct sett_saver;
struct sett_loader;
void sett_keyset_save (const sett_keyset *, struct sett_saver *);
int sett_keyset_restore (sett_keyset *, struct sett_loader *);

/* The marks of a key that is there. */
unsigned sett_keyset_marks (sett_keyset *, uint64_t key);
void sett_keyset_set_marks (sett_keyset *, uint64_t key, unsigned marks);
void sett_keyset_add_marks (sett_keyset *, uint64_t key, unsigned marks);

static inline _Atomic uint64_t *sett_keyset_slots (const sett_keyset *set) {
  return set->region.at;
}

static inline uint64_t sett_keyset_home (uint64_t key, uint64_t capacity) {
  return sett_scale64 (key << (64 - SETT_KEY_BITS), capacity);
}

static inline void sett_keyset_prefetch (const sett_keyset *set, uint64_t key) {
  __builtin_prefetch (
      &sett_keyset_slots (set)[sett_keyset_home (key, set->capacity)]);
}

/* Counts a step of new keys; true if it is time to grow. */
static inline int sett_keyset_count_step (sett_keyset *set) {
  return atomic_fetch_add_explicit (&set->count, SETT_KEYSET_STEP,
                                    memory_order_relaxed) +
             SETT_KEYSET_STEP >=
         set->limit;
}

static inline sett_keyset_answer sett_keyset_add (sett_keyset *set,
                                                  uint64_t key, int shared) {
  _Atomic uint64_t *const slots = sett_keyset_slots (set);
  uint64_t at = sett_keyset_home (key, set->capacity);
  for (;; at++) {
    uint64_t slot = atomic_load_explicit (&slots[at], memory_order_acquire);
    if (!slot) {
      if (at == set->last || set->closed)
        return SETT_KEYSET_CROWDED;
      if (!shared) {
        atomic_store_explicit (&slots[at], key, memory_order_relaxed);
        return SETT_KEYSET_NEW;
      }
      if (atomic_compare_exchange_strong_explicit (&slots[at], &slot, key,
                                                   memory_order_acq_rel,
                                                   memory_order_acquire))
        return SETT_KEYSET_NEW;
    }
    if ((slot & SETT_KEY_MASK) == key)
      return SETT_KEYSET_SEEN;
  }
}

#endif
