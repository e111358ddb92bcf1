/* A set of 60-bit keys: see keyset.h.

   Growing in place.  A *cluster* is a maximal run of occupied slots, starting
   at s say.  The slot before s is empty, so the homes of its keys are at s or
   beyond, and so are their homes in a larger table.  Take the clusters from
   the last to the first: lift all keys of the cluster out, then insert them
   anew with the larger capacity.  They probe slots from s on only, and those
   hold nothing but keys that were inserted anew; so when the first cluster is
   done, the table is one that inserting all keys into an empty one could have
   given.  Two passes of sequential accesses, no second table.

   Growing together.  With c homes before and c' afterwards, a key whose home
   was at b or beyond gets one at b c' / c or beyond.  So if a cluster begins at
   b, and b c' / c is not below the end of the keys that have not been moved,
   the keys between b and that end all go beyond it, where nothing but moved
   keys is.  They can be moved in any order, by several workers at once; what
   is below b comes after, with b for its end.  The last few keys, for which
   there is no such b, move cluster by cluster. */

#include "store/keyset.h"

#include "base/assert.h"
#include "base/snapshot.h"
#include "store/brlock.h"

#define PIECE 16384u       /* slots that a worker moves at a time */
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
  SETT_ASSERT (limit > set->reserve);
  set->limit = limit - set->reserve;
}

static int extend (sett_keyset *set, uint64_t capacity) {
  const uint64_t slots = capacity + SPILL;
  return sett_region_extend (&set->region, slots * sizeof (uint64_t));
}

static void set_capacity (sett_keyset *set, uint64_t capacity) {
  SETT_ASSERT (capacity >= set->capacity);
  set->capacity = capacity;
  set->last = capacity + SPILL - 1;
  set_limit (set, usual_limit (capacity));
}

int sett_keyset_init (sett_keyset *set, unsigned workers) {
  *set = (sett_keyset){.reserve = workers * SETT_KEYSET_STEP};
  const uint64_t capacity = (uint64_t)FIRST_HOMES * workers;
  SETT_ASSERT (capacity >= 100);
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
  SETT_ASSERT (at < set->last);
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
  SETT_ASSERT (begin < end);
  SETT_ASSERT (set->cluster.count == end - begin);
  return begin;
}

static void spread_clusters (sett_keyset *set, uint64_t end) {
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

/* Slots whose keys all go to the end of them or beyond. */
struct stretch {
  sett_keyset *set;
  uint64_t begin, end;
};

static void insert_beside_others (const struct stretch *stretch,
                                  uint64_t slot) {
  _Atomic uint64_t *const slots = sett_keyset_slots (stretch->set);
  uint64_t at = sett_keyset_home (slot & SETT_KEY_MASK, stretch->set->capacity);
  SETT_ASSERT (at >= stretch->end);
  for (uint64_t empty = 0; !atomic_compare_exchange_strong_explicit (
           &slots[at], &empty, slot, memory_order_relaxed,
           memory_order_relaxed);
       empty = 0)
    at++;
  SETT_ASSERT (at < stretch->set->last);
}

static void move_piece (void *of, uint64_t number) {
  const struct stretch *const stretch = of;
  uint64_t *const slots = stretch->set->region.at;
  const uint64_t begin = stretch->begin + number * PIECE;
  const uint64_t end =
      stretch->end - begin < PIECE ? stretch->end : begin + PIECE;
  for (uint64_t at = begin; at < end; at++) {
    if (!slots[at])
      continue;
    insert_beside_others (stretch, slots[at]);
    slots[at] = 0;
  }
}

/* The first cluster whose keys, as all behind it, go to `end` or beyond. */
static uint64_t begin_of_stretch (const sett_keyset *set, uint64_t before,
                                  uint64_t end) {
  const uint64_t *const slots = set->region.at;
  const unsigned __int128 wide = (unsigned __int128)end * before;
  uint64_t begin = (uint64_t)(wide / set->capacity) + 1;
  while (begin < end && slots[begin - 1])
    begin++;
  return begin < end ? begin : end;
}

/* Moves all keys, which are before `end`, to where they belong now; there were
   so many homes before. */
static void spread (sett_keyset *set, sett_brlock *brlock, uint64_t before,
                    uint64_t end) {
  for (;;) {
    struct stretch stretch = {set, begin_of_stretch (set, before, end), end};
    const uint64_t slots = end - stretch.begin;
    if (slots < PIECE)
      break;
    sett_brlock_share (brlock, (slots + PIECE - 1) / PIECE, move_piece,
                       &stretch);
    end = stretch.begin;
  }
  spread_clusters (set, end);
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

/* Every probe ends. */
static inline int ends_empty (const sett_keyset *set) {
  return !atomic_load (&sett_keyset_slots (set)[set->last]);
}

int sett_keyset_grow (sett_keyset *set, sett_brlock *brlock) {
  SETT_ASSERT_SLOW (ends_empty (set));
  const uint64_t end = set->last;
  const uint64_t before = set->capacity;
  const uint64_t capacity = extend_by_some (set);
  if (!capacity) {
    set->closed = set->limit >= hard_limit (set->capacity) - set->reserve;
    set_limit (set, hard_limit (set->capacity));
    return 0;
  }
  set_capacity (set, capacity);
  set->closed = 0;
  spread (set, brlock, before, end);
  SETT_ASSERT_SLOW (ends_empty (set));
  return 1;
}

static _Atomic uint64_t *find (sett_keyset *set, uint64_t key) {
  SETT_ASSERT (key && key <= SETT_KEY_MASK);
  _Atomic uint64_t *slot =
      sett_keyset_slots (set) + sett_keyset_home (key, set->capacity);
  for (;; slot++) {
    const uint64_t found = atomic_load_explicit (slot, memory_order_acquire);
    if ((found & SETT_KEY_MASK) == key)
      return slot;
    SETT_ASSERT (found);
  }
}

unsigned sett_keyset_marks (sett_keyset *set, uint64_t key) {
  return (unsigned)(atomic_load (find (set, key)) >> SETT_KEY_BITS);
}

void sett_keyset_set_marks (sett_keyset *set, uint64_t key, unsigned marks) {
  SETT_ASSERT (marks < 16);
  /* The key never changes, so the whole slot can be written. */
  atomic_store_explicit (find (set, key),
                         key | (uint64_t)marks << SETT_KEY_BITS,
                         memory_order_release);
}

void sett_keyset_add_marks (sett_keyset *set, uint64_t key, unsigned marks) {
  SETT_ASSERT (marks < 16);
  atomic_fetch_or (find (set, key), (uint64_t)marks << SETT_KEY_BITS);
}

static uint64_t count_slots (const sett_keyset *set) {
  const uint64_t *const slots = set->region.at;
  uint64_t count = 0;
  for (uint64_t at = 0; at < set->last; at++)
    count += slots[at] != 0;
  return count;
}

/* Slots that are empty are left out. */
void sett_keyset_save (const sett_keyset *set, sett_saver *saver) {
  const uint64_t *const slots = set->region.at;
  sett_save_number (saver, set->capacity);
  sett_save_number (saver, count_slots (set));
  for (uint64_t at = 0, begin; at < set->last;) {
    while (at < set->last && !slots[at])
      at++;
    for (begin = at; at < set->last && slots[at];)
      at++;
    sett_save (saver, slots + begin, (at - begin) * sizeof *slots);
  }
}

/* They come in the order of their homes. */
int sett_keyset_restore (sett_keyset *set, sett_loader *loader) {
  const uint64_t capacity = sett_load_number (loader);
  const uint64_t count = sett_load_count (loader, sizeof (uint64_t));
  SETT_ASSERT (!atomic_load (&set->count));
  if (count > capacity)
    sett_loader_fail (loader);
  if (sett_loader_failed (loader))
    return 0;
  if (capacity > set->capacity) {
    if (!extend (set, capacity))
      return 0;
    set_capacity (set, capacity);
  }
  for (uint64_t i = 0; i < count && !sett_loader_failed (loader); i++) {
    const uint64_t slot = sett_load_number (loader);
    if (slot)
      insert (set, slot);
  }
  atomic_store (&set->count, count);
  return !sett_loader_failed (loader);
}
