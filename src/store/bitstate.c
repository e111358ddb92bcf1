/* The bitstate store: three bits of a large array stand for a state.

   Lossy, and of fixed size: it never grows and is never full.  A state all
   whose bits are set already is taken for one that was seen.  There are no
   marks.  When two workers add the same state at the same time, each may be
   the first at one of its bits and both are told that it is new; that costs a
   repetition, not a state. */

#include "store/kind.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/snapshot.h"

#include <math.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <xxhash.h>

#define BITS_PER_STATE 3
#define USUAL_BYTES ((size_t)256 << 20)

/* What a worker has found, to be summed. */
struct tally {
  _Alignas(64) _Atomic uint64_t states; /* new ones */
  _Atomic uint64_t bits;                /* set by this worker */
};

struct bitstate {
  sett_store base;
  unsigned workers;
  struct tally *tallies;
  _Atomic uint64_t *words;
  uint64_t bits; /* in `words` */
};

/* The bits of a state, by double hashing from its reference. */
struct hash {
  uint64_t first;
  uint64_t step;
};

static struct hash hash_of_ref (sett_ref ref) {
  return (struct hash){.first = ref, .step = sett_mix64 (ref) | 1};
}

static uint64_t bit_of (const struct bitstate *store, struct hash hash,
                        unsigned i) {
  return sett_scale64 (hash.first + i * hash.step, store->bits);
}

static void prefetch (const struct bitstate *store, struct hash hash) {
  for (unsigned i = 0; i < BITS_PER_STATE; i++)
    __builtin_prefetch (&store->words[bit_of (store, hash, i) / 64], 1);
}

/* Sets all bits of a state; how many were not set before? */
static unsigned set_bits (struct bitstate *store, struct hash hash) {
  unsigned fresh = 0;
  for (unsigned i = 0; i < BITS_PER_STATE; i++) {
    const uint64_t bit = bit_of (store, hash, i);
    SETT_ASSERT_SLOW (bit < store->bits);
    _Atomic uint64_t *const word = &store->words[bit / 64];
    const uint64_t mask = (uint64_t)1 << bit % 64;
    if (!(atomic_load_explicit (word, memory_order_relaxed) & mask))
      fresh +=
          !(atomic_fetch_or_explicit (word, mask, memory_order_relaxed) & mask);
  }
  return fresh;
}

static void increase (_Atomic uint64_t *counter, unsigned by) {
  atomic_store_explicit (
      counter, atomic_load_explicit (counter, memory_order_relaxed) + by,
      memory_order_relaxed);
}

static void prepare (sett_store *base, unsigned worker,
                     const unsigned char *parent, uint32_t parent_size,
                     sett_ref parent_ref, sett_entry *entries, unsigned count) {
  const struct bitstate *const store = (struct bitstate *)base;
  (void)worker, (void)parent, (void)parent_size, (void)parent_ref;
  for (unsigned i = 0; i < count; i++) {
    entries[i].ref = XXH3_64bits (entries[i].state, entries[i].size);
    prefetch (store, hash_of_ref (entries[i].ref));
  }
}

static void commit (sett_store *base, unsigned worker, sett_entry *entries,
                    unsigned count) {
  struct bitstate *const store = (struct bitstate *)base;
  struct tally *const tally = &store->tallies[worker];
  SETT_ASSERT (worker < store->workers);
  for (unsigned i = 0; i < count; i++) {
    const unsigned fresh = set_bits (store, hash_of_ref (entries[i].ref));
    SETT_ASSERT (fresh <= BITS_PER_STATE);
    entries[i].found = fresh ? SETT_NEW : SETT_SEEN;
    increase (&tally->states, fresh > 0);
    increase (&tally->bits, fresh);
  }
}

static void destroy (sett_store *base) {
  struct bitstate *const store = (struct bitstate *)base;
  sett_unmap (store->words, store->bits / 8);
  sett_unmap (store->tallies, store->workers * sizeof *store->tallies);
  sett_unmap (store, sizeof *store);
}

static sett_store *create (const sett_store_options *options) {
  const size_t wanted =
      options->bitstate_bytes ? options->bitstate_bytes : USUAL_BYTES;
  const size_t bytes = (wanted + 4095) / 4096 * 4096;
  struct bitstate *const store = sett_try_map (sizeof *store);
  if (!store)
    return NULL;
  store->workers = options->workers;
  store->bits = 8 * (uint64_t)bytes;
  SETT_ASSERT (store->bits && !(store->bits % 64));
  store->tallies = sett_try_map (store->workers * sizeof *store->tallies);
  store->words = sett_try_map (bytes);
  if (store->tallies && store->words) {
    madvise (store->words, bytes, MADV_HUGEPAGE);
    return &store->base;
  }
  destroy (&store->base);
  return NULL;
}

/* What is estimated: the probability that all bits of one given state that
   was not added are set, if bits are set independently; when it was met there
   were fewer, so this is an upper bound of its having been omitted. */
static void statistics (const sett_store *base, sett_store_stats *stats) {
  const struct bitstate *const store = (const struct bitstate *)base;
  uint64_t bits = 0;
  for (unsigned i = 0; i < store->workers; i++) {
    stats->states += atomic_load (&store->tallies[i].states);
    bits += atomic_load (&store->tallies[i].bits);
  }
  SETT_ASSERT (bits <= store->bits);
  stats->bytes =
      sizeof *store + store->bits / 8 + store->workers * sizeof *store->tallies;
  stats->fill = (double)bits / (double)store->bits;
  stats->omission = pow (stats->fill, BITS_PER_STATE);
}

static void save (sett_store *base, sett_saver *saver) {
  const struct bitstate *const store = (const struct bitstate *)base;
  struct {
    uint64_t states, bits;
  } sum = {0};
  for (unsigned i = 0; i < store->workers; i++) {
    sum.states += atomic_load (&store->tallies[i].states);
    sum.bits += atomic_load (&store->tallies[i].bits);
  }
  sett_save_number (saver, sum.states);
  sett_save_number (saver, sum.bits);
  sett_save_number (saver, store->bits / 64);
  sett_save (saver, store->words, store->bits / 8);
}

/* The size is the one that it had: another one would forget what is there. */
static int restore (sett_store *base, sett_loader *loader) {
  struct bitstate *const store = (struct bitstate *)base;
  atomic_store (&store->tallies[0].states, sett_load_number (loader));
  atomic_store (&store->tallies[0].bits, sett_load_number (loader));
  if (sett_load_number (loader) != store->bits / 64)
    sett_loader_fail (loader);
  sett_load (loader, store->words, store->bits / 8);
  return !sett_loader_failed (loader);
}

const sett_kind sett_kind_bitstate = {
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .commit = commit,
    .statistics = statistics,
    .save = save,
    .restore = restore,
};
