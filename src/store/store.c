/* Stores: the choice of a kind, and the calls through its table of functions.
   See store.h for the contract and kind.h for what a kind provides. */

#include "store/store.h"

#include "base/assert.h"
#include "base/snapshot.h"
#include "store/kind.h"

#include <string.h>

static const sett_kind *const kinds[] = {
    [SETT_STORE_TREE] = &sett_kind_tree,
    [SETT_STORE_TABLE] = &sett_kind_table,
    [SETT_STORE_BITSTATE] = &sett_kind_bitstate,
    [SETT_STORE_COMPACT] = &sett_kind_compact,
};

static const struct {
  const char *name;
  int exact;
} rows[] = {
#define STORE(NAME, WORD, EXACT) [SETT_STORE_##NAME] = {WORD, EXACT},
#include "store/store.def"
#undef STORE
};

const char *sett_store_name (sett_store_kind kind) {
  return rows[kind].name;
}

int sett_store_is_exact (sett_store_kind kind) {
  return rows[kind].exact;
}

sett_store *sett_store_create (const sett_store_options *options) {
  SETT_ASSERT (options->workers && options->mark_bits <= 4);
  SETT_ASSERT (options->kind < sizeof kinds / sizeof *kinds);
  const sett_kind *const kind = kinds[options->kind];
  SETT_ASSERT (!options->mark_bits || kind->set_marks);
  sett_store *const store = kind->create (options);
  if (store)
    store->kind = kind;
  return store;
}

void sett_store_destroy (sett_store *store) {
  if (store)
    store->kind->destroy (store);
}

static inline int all_sizes_fit (const sett_entry *entries, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (entries[i].size % 8 || entries[i].size > SETT_STORE_MAX_STATE)
      return 0;
  return 1;
}

void sett_store_prepare (sett_store *store, unsigned worker,
                         const unsigned char *parent, uint32_t parent_size,
                         sett_ref parent_ref, sett_entry *entries,
                         unsigned count) {
  SETT_ASSERT_SLOW (all_sizes_fit (entries, count));
  SETT_ASSERT (!parent || !(parent_size % 8));
  store->kind->prepare (store, worker, parent, parent_size, parent_ref, entries,
                        count);
}

void sett_store_commit (sett_store *store, unsigned worker, sett_entry *entries,
                        unsigned count) {
  store->kind->commit (store, worker, entries, count);
}

void sett_store_add (sett_store *store, unsigned worker,
                     const unsigned char *parent, uint32_t parent_size,
                     sett_ref parent_ref, sett_entry *entries, unsigned count) {
  sett_store_prepare (store, worker, parent, parent_size, parent_ref, entries,
                      count);
  sett_store_commit (store, worker, entries, count);
}

int sett_store_loads (const sett_store *store) {
  return store->kind->load != NULL;
}

uint32_t sett_store_load (sett_store *store, unsigned worker, sett_ref ref,
                          unsigned char *state) {
  SETT_ASSERT (store->kind->load);
  return store->kind->load (store, worker, ref, state);
}

void sett_store_hint (sett_store *store, sett_ref ref) {
  if (store->kind->hint)
    store->kind->hint (store, ref);
}

unsigned sett_store_marks (sett_store *store, sett_ref ref) {
  return store->kind->marks ? store->kind->marks (store, ref) : 0;
}

void sett_store_set_marks (sett_store *store, sett_ref ref, unsigned marks) {
  SETT_ASSERT (store->kind->set_marks);
  store->kind->set_marks (store, ref, marks);
}

void sett_store_add_marks (sett_store *store, sett_ref ref, unsigned marks) {
  SETT_ASSERT (store->kind->add_marks);
  store->kind->add_marks (store, ref, marks);
}

int sett_store_forgets (sett_store_kind kind) {
  return kinds[kind]->forget != NULL;
}

int sett_store_forget (sett_store *store) {
  SETT_ASSERT (store->kind->forget);
  return store->kind->forget (store);
}

void sett_store_save (sett_store *store, sett_saver *saver) {
  sett_save_part (saver, "store   ");
  store->kind->save (store, saver);
}

int sett_store_restore (sett_store *store, sett_loader *loader) {
  sett_load_part (loader, "store   ");
  return store->kind->restore (store, loader) && !sett_loader_failed (loader);
}

void sett_store_statistics (const sett_store *store, sett_store_stats *stats) {
  memset (stats, 0, sizeof *stats);
  store->kind->statistics (store, stats);
}
