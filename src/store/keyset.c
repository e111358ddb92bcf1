/* A set of 60-bit keys: see keyset.h.

   Growing in place.  A *cluster* is a maximal run of occupied slots, starting
   at s say.  The slot before s is empty, so the homes of its keys are at s or
   beyond, and so are their homes in a larger table.  Take the clusters from
   the last to the first: lift all keys of the cluster out, then insert them
   anew with the larger capacity.  They probe slots from s on only, and those
   hold nothing but keys that were inserted anew; so when the first cluster is
   done, the table is one that inserting all keys into an empty one could have
   given.  Two passes of sequential accesses, no second table. */

#include "store/keyset.h"

#include <assert.h>

#define SPILL 2048u        /* slots beyond the last home */
#define FIRST_HOMES 8192u  /* per worker */
#define CLUSTER_ROOM 2048u /* hardly any cluster is longer */

/* Load at which to grow, and load at which to give up when that fails. */
static uint64_t usual_limit (uint64_t capacity) {
  return capacity / 100 * 75;
}

static uint64_t hard_limit (uint64_t capacity) {
  return capacity / 100 * 96;
}

static void set_limit (sett_keyset *set, uint64_t limit) {
  set->limit = limit - set->reserve;
}

static int extend (sett_keyset *set, uint64_t capacity) {
  const uint64_t slots = capacity + SPILL;
  return sett_region_extend (&set->region, slots * sizeof (uint64_t));
}

static void set_capacity (sett_keyset *set, uint64_t capacity) {
  set->capacity = capacity;
  set->last = capacity + SPILL - 1;
  set_limit (set, usual_limit (capacity));
}

int sett_keyset_init (sett_keyset *set, unsigned workers) {
  *set = (sett_keyset){.reserve = workers * SETT_KEYSET_STEP};
  const uint64_t capacity = (uint64_t)FIRST_HOMES * workers;
  const size_t bytes = CLUSTER_ROOM * sizeof (uint64_t);
  if (!(set->cluster.at = sett_try_resize (NULL, 0, bytes)))
    return 0;
  set->cluster.room = CLUSTER_ROOM;
  if (!sett_region_init (&set->region) || !extend (set, capacity))
    return 0;
  set_capacity (set, capacity);
  return 1;
}

void sett_keyset_release (sett_keyset *set) {
  sett_region_release (&set->region);
  SETT_RELEASE (set->cluster);
}

/* Others may be growing it: only what can be read at any time is counted. */
size_t sett_keyset_bytes (const sett_keyset *set) {
  return set->region.used;
}

/* Inserts a slot, marks and all; nobody else is there. */
static void insert (sett_keyset *set, uint64_t slot) {
  uint64_t *const slots = set->region.at;
  uint64_t at = sett_keyset_home (slot & SETT_KEY_MASK, set->capacity);
  while (slots[at])
    at++;
  assert (at < set->last);
  slots[at] = slot;
}

/* Takes out the cluster that ends before `end` and gives its beginning. */
static uint64_t lift_cluster (sett_keyset *set, uint64_t end) {
  uint64_t *const slots = set->region.at;
  uint64_t begin = end;
  set->cluster.count = 0;
  while (begin && slots[begin - 1]) {
    begin--;
    SETT_PUSH (set->cluster, slots[begin]);
    slots[begin] = 0;
  }
  return begin;
}

static void spread (sett_keyset *set, uint64_t end) {
  const uint64_t *const slots = set->region.at;
  while (end) {
    if (!slots[end - 1]) {
      end--;
      continue;
    }
    end = lift_cluster (set, end);
    for (size_t i = 0; i < set->cluster.count; i++)
      insert (set, set->cluster.at[i]);
  }
}

/* Less and less, when memory is short. */
static uint64_t extend_by_some (sett_keyset *set) {
  static const unsigned percent[] = {140, 120, 110, 105};
  for (unsigned i = 0; i < sizeof percent / sizeof *percent; i++) {
    const uint64_t capacity = set->capacity / 100 * percent[i];
    if (extend (set, capacity))
      return capacity;
  }
  return 0;
}

int sett_keyset_grow (sett_keyset *set) {
  const uint64_t end = set->last;
  const uint64_t capacity = extend_by_some (set);
  if (!capacity) {
    set->closed = set->limit >= hard_limit (set->capacity) - set->reserve;
    set_limit (set, hard_limit (set->capacity));
    return 0;
  }
  set_capacity (set, capacity);
  set->closed = 0;
  spread (set, end);
  return 1;
}

static _Atomic uint64_t *find (sett_keyset *set, uint64_t key) {
  _Atomic uint64_t *slot =
      sett_keyset_slots (set) + sett_keyset_home (key, set->capacity);
  for (;; slot++) {
    const uint64_t found = atomic_load_explicit (slot, memory_order_acquire);
    if ((found & SETT_KEY_MASK) == key)
      return slot;
    assert (found);
  }
}

unsigned sett_keyset_marks (sett_keyset *set, uint64_t key) {
  return (unsigned)(atomic_load (find (set, key)) >> SETT_KEY_BITS);
}

void sett_keyset_set_marks (sett_keyset *set, uint64_t key, unsigned marks) {
  assert (marks < 16);
  /* The key never changes, so the whole slot can be written. */
  atomic_store_explicit (find (set, key),
                         key | (uint64_t)marks << SETT_KEY_BITS,
                         memory_order_release);
}

void sett_keyset_add_marks (sett_keyset *set, uint64_t key, unsigned marks) {
  assert (marks < 16);
  atomic_fetch_or (find (set, key), (uint64_t)marks << SETT_KEY_BITS);
}
