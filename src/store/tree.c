/* The tree store: exact, compressed, incremental.

   A state is a sequence of 64-bit words, the leaves of a binary tree (see
   shape.h).  Leaves and inner nodes are replaced by numbers that the `intern`
   table gives to different values: a leaf's value is the word, an inner node's
   is the pair of its children's numbers.  Only the root is not interned: the
   numbers of its two children have 30 bits each, and these 60 bits are the
   *key* of the state.  Neighbouring states share nearly all nodes, so a state
   costs little more than the slot of its key in a set of roots.

   Families.  States of different size have different trees, so a key has a
   meaning only together with a size.  The first 15 sizes that occur have a
   set of roots each, a *family*; a reference is

       63     60 59        30 29         0
      +---------+------------+------------+
      | family  | node 3     | node 2     |
      +---------+------------+------------+

   All other sizes share family 15, where the root is interned like any other
   node and the key is the root's number and the number of words:

      | 15      | words      | node 1     |

   The key 0 (a state that is all zero) cannot be stored in a set; it is
   replaced by the largest number, which no two nodes can make because the
   largest index is not used.

   Adding a wave of successors.  Only the words that differ from the parent
   are interned, and only the nodes above them: see climb.  The nodes of the
   parent are remembered from when it was loaded or first used.  The wave goes
   up the tree level by level, all its states together, so that their cache
   misses overlap; then all roots are prefetched, then looked up.

   Growing the index of `intern` or a set of roots needs the worker to be
   alone: the gate is closed.  Neither nodes nor keys change then, so it may
   happen in the middle of a wave. */

#include "store/kind.h"

#include "base/hash.h"
#include "base/memory.h"
#include "store/gate.h"
#include "store/intern.h"
#include "store/shape.h"
#include "store/sharedset.h"

#include <assert.h>
#include <emmintrin.h>
#include <string.h>

#define FAMILIES 16u
#define LAST_FAMILY (FAMILIES - 1)
#define EMPTY_KEY SETT_KEY_MASK /* stands for the key 0 */

#define WAVE_STATES 64u
#define WAVE_ITEMS 1024u /* no further state is added beyond this */
#define MOST_ITEMS (WAVE_ITEMS + SETT_SHAPE_MOST_WORDS)
#define NOWHERE 0xffffffffu /* after the last item */

/* A node on the way up: it differs from the parent's. */
struct item {
  uint64_t value;
  uint32_t where; /* state of the wave << 16 | node */
  uint32_t index; /* the number of `value` */
};

struct worker {
  _Alignas(64) sett_ref ref; /* whose nodes are in `nodes`; 0: nobody's */
  uint64_t failed;           /* states of the wave that found no memory */
  uint64_t keys[WAVE_STATES];
  uint32_t pending[MOST_ITEMS];
  struct item items[MOST_ITEMS + 1];
  uint32_t nodes[2 * SETT_SHAPE_MOST_WORDS];
  sett_intern_worker intern;
};

struct tree {
  sett_store base;
  unsigned count; /* of workers */
  struct worker *workers;
  sett_gate gate;
  sett_intern intern;
  pthread_mutex_t mutex; /* for making shapes */
  unsigned families;     /* in use */
  sett_sharedset roots[FAMILIES];
  sett_shape *shape_of[FAMILIES]; /* but for the last family */
  _Atomic (sett_shape *) shapes[SETT_SHAPE_MOST_WORDS + 1];
};

/* What successors are compared with. */
struct origin {
  const unsigned char *words;
  const uint32_t *nodes;
  uint64_t key;
};

static const uint64_t zeros[SETT_SHAPE_MOST_WORDS];

_Static_assert(sizeof zeros >= 2 * SETT_SHAPE_MOST_WORDS * sizeof (uint32_t),
               "zeros serve as the nodes of the state that is all zero");

static uint64_t get_word (const unsigned char *state, uint32_t word) {
  uint64_t result;
  memcpy (&result, state + 8 * (size_t)word, 8);
  return result;
}

/* --- families and shapes ---------------------------------------------- */

static int open_family (struct tree *tree, sett_shape *shape) {
  const int exhausted = tree->families >= LAST_FAMILY;
  shape->family = exhausted ? LAST_FAMILY : tree->families;
  sett_sharedset *const roots = &tree->roots[shape->family];
  if (!roots->gate && !sett_sharedset_init (roots, &tree->gate)) {
    sett_sharedset_release (roots);
    return 0;
  }
  if (!exhausted)
    tree->shape_of[tree->families++] = shape;
  return 1;
}

static sett_shape *make_shape (struct tree *tree, uint32_t words) {
  sett_shape *const shape = sett_shape_create (words);
  if (shape && !open_family (tree, shape)) {
    sett_shape_destroy (shape);
    return NULL;
  }
  return shape;
}

/* The shape for a number of words; null: no memory. */
static sett_shape *get_shape (struct tree *tree, uint32_t words) {
  assert (words <= SETT_SHAPE_MOST_WORDS);
  sett_shape *shape =
      atomic_load_explicit (&tree->shapes[words], memory_order_acquire);
  if (shape)
    return shape;
  pthread_mutex_lock (&tree->mutex);
  shape = atomic_load (&tree->shapes[words]);
  if (!shape) {
    shape = make_shape (tree, words);
    atomic_store (&tree->shapes[words], shape);
  }
  pthread_mutex_unlock (&tree->mutex);
  return shape;
}

/* --- keys and references ---------------------------------------------- */

static uint64_t key_of_root (uint64_t value) {
  return (value & 0xffffffff) | value >> 32 << SETT_INTERN_BITS;
}

static uint64_t key_of_index (const sett_shape *shape, uint32_t root) {
  return root | (uint64_t)shape->words << SETT_INTERN_BITS;
}

static uint32_t low_half (uint64_t key) {
  return (uint32_t)(key & (((uint64_t)1 << SETT_INTERN_BITS) - 1));
}

static uint32_t high_half (uint64_t key) {
  return (uint32_t)(key >> SETT_INTERN_BITS);
}

static sett_ref make_ref (const sett_shape *shape, uint64_t key) {
  return (key ? key : EMPTY_KEY) | (uint64_t)shape->family << SETT_KEY_BITS;
}

static uint64_t key_of_ref (sett_ref ref) {
  const uint64_t key = ref & SETT_KEY_MASK;
  return key == EMPTY_KEY ? 0 : key;
}

/* Spreads keys over the set of roots.  A bijection of the numbers below 2^60,
   for multiplying by an odd number and xor with a right shift are; it maps
   only 0 to 0. */
static uint64_t mix (sett_ref ref) {
  uint64_t key = ref & SETT_KEY_MASK;
  key ^= key >> 31;
  key = key * 0x9e3779b97f4a7c15u & SETT_KEY_MASK;
  key ^= key >> 29;
  return key * 0xc2b2ae3d27d4eb4fu & SETT_KEY_MASK;
}

static const sett_shape *shape_of_ref (struct tree *tree, sett_ref ref) {
  const unsigned family = (unsigned)(ref >> SETT_KEY_BITS);
  return family == LAST_FAMILY ? get_shape (tree, high_half (key_of_ref (ref)))
                               : tree->shape_of[family];
}

/* --- decoding --------------------------------------------------------- */

/* Fills the worker's nodes, unless it has those of `ref`. */
static void decode (struct tree *tree, struct worker *worker,
                    const sett_shape *shape, sett_ref ref) {
  if (worker->ref == ref)
    return;
  const uint64_t *const values = tree->intern.values.at;
  const uint64_t key = key_of_ref (ref);
  uint32_t *const nodes = worker->nodes;
  worker->ref = ref;
  nodes[2] = low_half (key);
  nodes[3] = high_half (key);
  if (shape->family == LAST_FAMILY) {
    const uint64_t root = values[low_half (key)];
    nodes[2] = (uint32_t)root;
    nodes[3] = (uint32_t)(root >> 32);
  }
  for (uint32_t node = 2; node < 2 * shape->pairs; node++) {
    const uint64_t value = values[nodes[node]];
    nodes[2 * node] = (uint32_t)value;
    nodes[2 * node + 1] = (uint32_t)(value >> 32);
  }
}

static uint32_t load (sett_store *store, unsigned number, sett_ref ref,
                      unsigned char *state) {
  struct tree *const tree = (struct tree *)store;
  struct worker *const worker = &tree->workers[number];
  const sett_shape *const shape = shape_of_ref (tree, ref);
  const uint64_t *const values = tree->intern.values.at;
  decode (tree, worker, shape, ref);
  for (uint32_t w = 0; w < shape->words; w++)
    memcpy (state + 8 * (size_t)w, &values[worker->nodes[shape->leaf[w]]], 8);
  return 8 * shape->words;
}

/* --- up the tree ------------------------------------------------------ */

/* For each 32 bits of two 64-bit words: all ones if they are equal. */
static __m128i equal2 (const unsigned char *a, const unsigned char *b) {
  return _mm_cmpeq_epi32 (_mm_loadu_si128 ((const __m128i *)(const void *)a),
                          _mm_loadu_si128 ((const __m128i *)(const void *)b));
}

/* Which of eight words differ?  Bit 2 i is for word i. */
static unsigned differ8 (const unsigned char *a, const unsigned char *b) {
  const __m128i low = _mm_packs_epi32 (equal2 (a, b), equal2 (a + 16, b + 16));
  const __m128i high =
      _mm_packs_epi32 (equal2 (a + 32, b + 32), equal2 (a + 48, b + 48));
  const __m128i bytes = _mm_packs_epi16 (low, high);
  const unsigned halves = ~(unsigned)_mm_movemask_epi8 (bytes);
  return (halves | halves >> 1) & 0x5555;
}

/* Which of at most 32 words differ?  Bit 2 i is for word i. */
static uint64_t differ (const unsigned char *a, const unsigned char *b,
                        uint32_t words) {
  uint64_t bits = 0;
  uint32_t w = 0;
  for (; w + 8 <= words; w += 8)
    bits |= (uint64_t)differ8 (a + 8 * w, b + 8 * w) << 2 * w;
  for (; w < words; w++)
    bits |= (uint64_t)(get_word (a, w) != get_word (b, w)) << 2 * w;
  return bits;
}

/* Puts the words of a state in which it differs into `items`. */
static unsigned compare (const sett_shape *shape, const struct origin *origin,
                         const unsigned char *state, uint32_t tag,
                         struct item *items) {
  struct item *next = items;
  for (uint32_t w = 0; w < shape->words; w += 32) {
    const uint32_t left = shape->words - w;
    uint64_t bits =
        differ (state + 8 * w, origin->words + 8 * w, left < 32 ? left : 32);
    for (; bits; bits &= bits - 1) {
      const uint32_t word = w + (unsigned)__builtin_ctzll (bits) / 2;
      next->value = get_word (state, word);
      next++->where = tag | shape->leaf[word];
    }
  }
  return (unsigned)(next - items);
}

static int grow_intern (struct tree *tree, unsigned number) {
  const uint64_t capacity = tree->intern.capacity;
  const uint64_t limit = tree->intern.limit;
  sett_gate_close (&tree->gate, number);
  const int done = tree->intern.capacity != capacity ||
                   tree->intern.limit != limit ||
                   sett_intern_grow (&tree->intern);
  sett_gate_open (&tree->gate, number);
  return done;
}

/* The number of a value that the cache does not know. */
static void intern_item (struct tree *tree, unsigned number,
                         struct item *item) {
  struct worker *const worker = &tree->workers[number];
  if (!item->value) {
    item->index = 0;
    return;
  }
  for (;;) {
    item->index = sett_intern_add (&tree->intern, &worker->intern, item->value);
    if (item->index <= SETT_INTERN_MOST)
      return;
    if (item->index == SETT_INTERN_FULL || !grow_intern (tree, number))
      break;
  }
  item->index = 0;
  worker->failed |= (uint64_t)1 << (item->where >> 16);
}

/* Asks the worker's cache for the number of an item's value; lists the item
   as pending if the cache does not know it. */
static inline unsigned ask_cache (struct tree *tree, struct worker *worker,
                                  unsigned i, unsigned pending) {
  struct item *const item = &worker->items[i];
  const sett_intern_cached *const known =
      sett_intern_place (&worker->intern, item->value);
  item->index = known->index;
  if (known->value == item->value)
    return pending;
  __builtin_prefetch (
      sett_intern_home (&tree->intern, sett_intern_hash (item->value)));
  worker->pending[pending] = i;
  return pending + 1;
}

/* Starts reading the values that pending items are likely to be found at. */
static void prefetch_values (struct tree *tree, struct worker *worker,
                             unsigned pending) {
  const uint64_t *const values = tree->intern.values.at;
  for (unsigned i = 0; i < pending; i++) {
    const uint64_t value = worker->items[worker->pending[i]].value;
    const _Atomic uint32_t *const home =
        sett_intern_home (&tree->intern, sett_intern_hash (value));
    __builtin_prefetch (
        &values[atomic_load_explicit (home, memory_order_relaxed)]);
  }
}

/* Finds the numbers of the items that the cache does not know. */
static void resolve (struct tree *tree, unsigned number, unsigned pending) {
  struct worker *const worker = &tree->workers[number];
  if (pending > 1)
    prefetch_values (tree, worker, pending);
  for (unsigned i = 0; i < pending; i++)
    intern_item (tree, number, &worker->items[worker->pending[i]]);
}

static void resolve_words (struct tree *tree, unsigned number, unsigned count) {
  struct worker *const worker = &tree->workers[number];
  unsigned pending = 0;
  for (unsigned i = 0; i < count; i++)
    pending = ask_cache (tree, worker, i, pending);
  resolve (tree, number, pending);
}

/* From changed nodes to their parents: the item at `i`, and its sibling if
   that has changed too, become the item at `to`.  Says how many they were.
   Items are in the order of states and nodes, so a sibling comes next. */
static inline unsigned climb (const struct origin *origin, struct item *items,
                              unsigned i, unsigned to) {
  const uint32_t where = items[i].where;
  const uint32_t odd = where & 1;
  const uint64_t own = items[i].index;
  const int both = items[i + 1].where == (where | 1);
  const uint64_t other =
      both ? items[i + 1].index : origin->nodes[(where & 0xffff) ^ 1];
  /* The left child goes to the low half: no branch, it would be guessed wrong
     half the time. */
  items[to].value = own << 32 * odd | other << 32 * (1 - odd);
  items[to].where = (where & 0xffff0000) | (where & 0xffff) >> 1;
  return 1 + (unsigned)both;
}

/* From one level to the next; says how many items there are then. */
static unsigned climb_all (struct tree *tree, unsigned number,
                           const struct origin *origin, unsigned count) {
  struct worker *const worker = &tree->workers[number];
  unsigned pending = 0;
  unsigned kept = 0;
  worker->items[count].where = NOWHERE;
  for (unsigned i = 0; i < count; kept++) {
    i += climb (origin, worker->items, i, kept);
    pending = ask_cache (tree, worker, kept, pending);
  }
  resolve (tree, number, pending);
  return kept;
}

/* From changed words to keys.  States without changes keep the key that they
   have. */
static void make_keys (struct tree *tree, unsigned number,
                       const sett_shape *shape, const struct origin *origin,
                       unsigned count) {
  struct worker *const worker = &tree->workers[number];
  struct item *const items = worker->items;
  resolve_words (tree, number, count);
  for (uint32_t level = shape->pairs; level > 1; level /= 2)
    count = climb_all (tree, number, origin, count);
  items[count].where = NOWHERE;
  for (unsigned i = 0; i < count;) {
    i += climb (origin, items, i, 0);
    worker->keys[items->where >> 16] = key_of_root (items->value);
  }
}

/* The same for the last family. */
static void make_last_keys (struct tree *tree, unsigned number,
                            const sett_shape *shape,
                            const struct origin *origin, unsigned count) {
  struct worker *const worker = &tree->workers[number];
  resolve_words (tree, number, count);
  for (uint32_t level = shape->pairs; level; level /= 2)
    count = climb_all (tree, number, origin, count);
  for (unsigned i = 0; i < count; i++)
    worker->keys[worker->items[i].where >> 16] =
        key_of_index (shape, worker->items[i].index);
}

/* --- waves ------------------------------------------------------------ */

/* From keys to references; starts reading where they are looked up. */
static void prefetch_roots (struct tree *tree, const struct worker *worker,
                            const sett_shape *shape, sett_entry *entries,
                            unsigned count) {
  const sett_sharedset *const roots = &tree->roots[shape->family];
  for (unsigned i = 0; i < count; i++) {
    entries[i].ref = make_ref (shape, worker->keys[i]);
    entries[i].found = worker->failed >> i & 1 ? SETT_FULL : SETT_SEEN;
    sett_sharedset_prefetch (roots, mix (entries[i].ref));
  }
}

/* Prepares the first few entries, all of one shape; says how many. */
static unsigned prepare_wave (struct tree *tree, unsigned number,
                              const sett_shape *shape,
                              const struct origin *origin, sett_entry *entries,
                              unsigned count) {
  struct worker *const worker = &tree->workers[number];
  unsigned states = 0;
  unsigned items = 0;
  worker->failed = 0;
  while (states < count && states < WAVE_STATES && items < WAVE_ITEMS &&
         entries[states].size == 8 * shape->words) {
    worker->keys[states] = origin->key;
    items += compare (shape, origin, entries[states].state, states << 16,
                      worker->items + items);
    states++;
  }
  if (shape->family == LAST_FAMILY)
    make_last_keys (tree, number, shape, origin, items);
  else
    make_keys (tree, number, shape, origin, items);
  prefetch_roots (tree, worker, shape, entries, states);
  return states;
}

static struct origin blank_origin (const sett_shape *shape) {
  return (struct origin){
      .words = (const unsigned char *)zeros,
      .nodes = (const uint32_t *)zeros,
      .key = shape->family == LAST_FAMILY ? key_of_index (shape, 0) : 0,
  };
}

static struct origin parent_origin (struct tree *tree, unsigned number,
                                    const sett_shape *shape,
                                    const unsigned char *parent, sett_ref ref) {
  struct worker *const worker = &tree->workers[number];
  decode (tree, worker, shape, ref);
  return (struct origin){
      .words = parent,
      .nodes = worker->nodes,
      .key = key_of_ref (ref),
  };
}

static void prepare (sett_store *store, unsigned number,
                     const unsigned char *parent, uint32_t parent_size,
                     sett_ref parent_ref, sett_entry *entries, unsigned count) {
  struct tree *const tree = (struct tree *)store;
  sett_gate_enter (&tree->gate, number);
  while (count) {
    const uint32_t size = entries->size;
    const sett_shape *const shape = get_shape (tree, size / 8);
    unsigned added = 1;
    if (!shape)
      entries->found = SETT_FULL;
    else {
      const struct origin origin =
          parent && size == parent_size
              ? parent_origin (tree, number, shape, parent, parent_ref)
              : blank_origin (shape);
      added = prepare_wave (tree, number, shape, &origin, entries, count);
    }
    entries += added;
    count -= added;
  }
  sett_gate_leave (&tree->gate, number);
}

static void commit (sett_store *store, unsigned number, sett_entry *entries,
                    unsigned count) {
  struct tree *const tree = (struct tree *)store;
  sett_gate_enter (&tree->gate, number);
  for (unsigned i = 0; i < count; i++)
    if (entries[i].found != SETT_FULL)
      entries[i].found =
          sett_sharedset_add (&tree->roots[entries[i].ref >> SETT_KEY_BITS],
                              number, mix (entries[i].ref));
  sett_gate_leave (&tree->gate, number);
}

/* --- marks ------------------------------------------------------------ */

static unsigned marks (sett_store *store, sett_ref ref) {
  struct tree *const tree = (struct tree *)store;
  return sett_sharedset_marks (&tree->roots[ref >> SETT_KEY_BITS], mix (ref));
}

static void set_marks (sett_store *store, sett_ref ref, unsigned marks) {
  struct tree *const tree = (struct tree *)store;
  sett_sharedset_set_marks (&tree->roots[ref >> SETT_KEY_BITS], mix (ref),
                            marks);
}

/* --- life ------------------------------------------------------------- */

static void destroy (sett_store *store) {
  struct tree *const tree = (struct tree *)store;
  for (unsigned i = 0; i < FAMILIES; i++)
    sett_sharedset_release (&tree->roots[i]);
  for (unsigned i = 0; i <= SETT_SHAPE_MOST_WORDS; i++)
    sett_shape_destroy (atomic_load (&tree->shapes[i]));
  sett_intern_release (&tree->intern);
  sett_gate_release (&tree->gate);
  pthread_mutex_destroy (&tree->mutex);
  sett_unmap (tree->workers, tree->count * sizeof *tree->workers);
  sett_unmap (tree, sizeof *tree);
}

static sett_store *create (const sett_store_options *options) {
  struct tree *const tree = sett_try_map (sizeof *tree);
  if (!tree)
    return NULL;
  tree->count = options->workers;
  pthread_mutex_init (&tree->mutex, NULL);
  tree->workers = sett_try_map (tree->count * sizeof *tree->workers);
  const int gated = sett_gate_init (&tree->gate, tree->count);
  const int interned = sett_intern_init (&tree->intern, tree->count);
  if (tree->workers && gated && interned)
    return &tree->base;
  destroy (&tree->base);
  return NULL;
}

static void statistics (const sett_store *store, sett_store_stats *stats) {
  const struct tree *const tree = (const struct tree *)store;
  stats->bytes = sizeof *tree + tree->count * sizeof *tree->workers +
                 tree->intern.values.used + tree->intern.slots.used;
  for (unsigned i = 0; i < FAMILIES; i++) {
    stats->bytes += sett_sharedset_bytes (&tree->roots[i]);
    stats->states += sett_sharedset_count (&tree->roots[i]);
  }
}

const sett_kind sett_kind_tree = {
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .commit = commit,
    .load = load,
    .marks = marks,
    .set_marks = set_marks,
    .statistics = statistics,
};
