/* The hash-compact store: 60 bits of a hash stand for a state.

   Lossy: a state whose hash is that of another one is taken for it and never
   explored.  The hash is the reference. */

#include "base/assert.h"
#include "store/kind.h"

#include "base/memory.h"
#include "base/snapshot.h"
#include "store/sharedset.h"

#include <math.h>
#include <xxhash.h>

struct compact {
  sett_store base;
  sett_brlock brlock;
  sett_sharedset keys;
};

static uint64_t key_of (const sett_entry *entry) {
  const uint64_t key = XXH3_64bits (entry->state, entry->size) >> 4;
  return key ? key : 1; /* 0 means empty */
}

static void prepare (sett_store *store, unsigned worker,
                     const unsigned char *parent, uint32_t parent_size,
                     sett_ref parent_ref, sett_entry *entries, unsigned count) {
  struct compact *const compact = (struct compact *)store;
  (void)parent, (void)parent_size, (void)parent_ref;
  sett_brlock_enter (&compact->brlock, worker);
  for (unsigned i = 0; i < count; i++) {
    entries[i].ref = key_of (&entries[i]);
    SETT_ASSERT (entries[i].ref && !(entries[i].ref >> SETT_KEY_BITS));
    sett_sharedset_prefetch (&compact->keys, entries[i].ref);
  }
  sett_brlock_leave (&compact->brlock, worker);
}

static void commit (sett_store *store, unsigned worker, sett_entry *entries,
                    unsigned count) {
  struct compact *const compact = (struct compact *)store;
  sett_brlock_enter (&compact->brlock, worker);
  for (unsigned i = 0; i < count; i++)
    entries[i].found =
        sett_sharedset_add (&compact->keys, worker, entries[i].ref);
  sett_brlock_leave (&compact->brlock, worker);
}

static unsigned marks (sett_store *store, sett_ref ref) {
  return sett_sharedset_marks (&((struct compact *)store)->keys, ref);
}

static void set_marks (sett_store *store, sett_ref ref, unsigned marks) {
  sett_sharedset_set_marks (&((struct compact *)store)->keys, ref, marks);
}

static void add_marks (sett_store *store, sett_ref ref, unsigned marks) {
  sett_sharedset_add_marks (&((struct compact *)store)->keys, ref, marks);
}

static void destroy (sett_store *store) {
  struct compact *const compact = (struct compact *)store;
  sett_sharedset_release (&compact->keys);
  sett_brlock_release (&compact->brlock);
  sett_unmap (compact, sizeof *compact);
}

static sett_store *create (const sett_store_options *options) {
  struct compact *const compact = sett_try_map (sizeof *compact);
  if (!compact)
    return NULL;
  if (sett_brlock_init (&compact->brlock, options->workers) &&
      sett_sharedset_init (&compact->keys, &compact->brlock))
    return &compact->base;
  destroy (&compact->base);
  return NULL;
}

/* What is estimated: the probability that one given state, when it is met for
   the first time, has the hash of a state that is stored; bounded by that at
   the end, when all `states` hashes are there. */
static void statistics (const sett_store *store, sett_store_stats *stats) {
  const struct compact *const compact = (const struct compact *)store;
  stats->states = sett_sharedset_count (&compact->keys);
  stats->bytes = sizeof *compact + sett_sharedset_bytes (&compact->keys);
  stats->omission = ldexp ((double)stats->states, -SETT_KEY_BITS);
}

static void save (sett_store *store, sett_saver *saver) {
  sett_sharedset_save (&((struct compact *)store)->keys, saver);
}

static int restore (sett_store *store, sett_loader *loader) {
  return sett_sharedset_restore (&((struct compact *)store)->keys, loader);
}

const sett_kind sett_kind_compact = {
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .commit = commit,
    .marks = marks,
    .set_marks = set_marks,
    .add_marks = add_marks,
    .statistics = statistics,
    .save = save,
    .restore = restore,
};
