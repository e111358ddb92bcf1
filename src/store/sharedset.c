/* A set of keys that several workers fill: see sharedset.h. */

#include "store/sharedset.h"

#include "base/assert.h"
#include "base/snapshot.h"

int sett_sharedset_init (sett_sharedset *set, sett_brlock *brlock) {
  SETT_ASSERT (brlock->workers);
  const size_t bytes = brlock->workers * sizeof *set->uncounted;
  *set = (sett_sharedset){.brlock = brlock};
  set->uncounted = sett_try_map (bytes);
  return set->uncounted && sett_keyset_init (&set->keys, brlock->workers);
}

void sett_sharedset_release (sett_sharedset *set) {
  if (!set->brlock)
    return;
  sett_unmap (set->uncounted, set->brlock->workers * sizeof *set->uncounted);
  sett_keyset_release (&set->keys);
  *set = (sett_sharedset){0};
}

void sett_sharedset_save (const sett_sharedset *set, sett_saver *saver) {
  sett_keyset_save (&set->keys, saver);
}

int sett_sharedset_restore (sett_sharedset *set, sett_loader *loader) {
  return sett_keyset_restore (&set->keys, loader);
}

uint64_t sett_sharedset_count (const sett_sharedset *set) {
  uint64_t result = 0;
  if (!set->brlock)
    return 0;
  for (unsigned i = 0; i < set->brlock->workers; i++)
    result += atomic_load (&set->uncounted[i].keys);
  return result + atomic_load (&set->keys.count);
}

size_t sett_sharedset_bytes (const sett_sharedset *set) {
  if (!set->brlock)
    return 0;
  return set->brlock->workers * sizeof *set->uncounted +
         sett_keyset_bytes (&set->keys);
}

/* True if the set has grown, by this worker or by another. */
static int grow (sett_sharedset *set, unsigned worker) {
  SETT_ASSERT (worker < set->brlock->workers);
  const uint64_t capacity = set->keys.capacity;
  sett_brlock_close (set->brlock, worker);
  const int done = set->keys.capacity != capacity ||
                   sett_keyset_grow (&set->keys, set->brlock);
  sett_brlock_open (set->brlock, worker);
  return done;
}

void sett_sharedset_count_step (sett_sharedset *set, unsigned worker) {
  SETT_ASSERT (atomic_load (&set->uncounted[worker].keys) == SETT_KEYSET_STEP);
  atomic_store_explicit (&set->uncounted[worker].keys, 0, memory_order_relaxed);
  if (sett_keyset_count_step (&set->keys))
    grow (set, worker);
}

sett_found sett_sharedset_squeeze (sett_sharedset *set, unsigned worker,
                                   uint64_t key) {
  return grow (set, worker) ? sett_sharedset_add (set, worker, key) : SETT_FULL;
}

unsigned sett_sharedset_marks (sett_sharedset *set, uint64_t key) {
  sett_brlock_visit (set->brlock);
  const unsigned result = sett_keyset_marks (&set->keys, key);
  sett_brlock_end_visit (set->brlock);
  return result;
}

void sett_sharedset_set_marks (sett_sharedset *set, uint64_t key,
                               unsigned marks) {
  sett_brlock_visit (set->brlock);
  sett_keyset_set_marks (&set->keys, key, marks);
  sett_brlock_end_visit (set->brlock);
}

void sett_sharedset_add_marks (sett_sharedset *set, uint64_t key,
                               unsigned marks) {
  sett_brlock_visit (set->brlock);
  sett_keyset_add_marks (&set->keys, key, marks);
  sett_brlock_end_visit (set->brlock);
}
