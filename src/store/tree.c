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

   Adding successors.  Only the words that differ from the parent are
   interned, and only the nodes above them: see climb.h.  The nodes of the
   parent are remembered from when it was loaded or first used.  Successors
   that are prepared are only compared with their parent; when a wave of them
   is complete, at the latest when they are committed, they climb together,
   and all roots are prefetched before the first is looked up.

   Growing the index of `intern` or a set of roots needs the worker to be
   alone: the brlock is closed.  Neither nodes nor keys change then, so it may
   happen in the middle of a wave. */

#include "store/kind.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/snapshot.h"
#include "store/climb.h"
#include "store/shape.h"
#include "store/sharedset.h"

#include <string.h>

#define FAMILIES 16u
#define LAST_FAMILY (FAMILIES - 1)
#define EMPTY_KEY SETT_KEY_MASK /* stands for the key 0 */

/* Room for the nodes of the parents of a wave, and of one that is loaded and
   not yet used. */
#define NODES_ROOM (3 * 2 * SETT_SHAPE_MOST_WORDS)

/* What became of an entry that was prepared. */
struct prepared {
  sett_ref ref;
  uint64_t mixed; /* the key to look up; 0: there was no memory */
};

struct worker {
  _Alignas(64) sett_ref ref; /* whose nodes are at `held`; 0: nobody's */
  unsigned held;             /* so many of `nodes` are the wave's parents' */
  const sett_shape *shape;   /* of the wave; null: there is none */
  unsigned first;            /* the wave's first among the prepared */
  unsigned committed;        /* so many of the prepared are done with */
  unsigned prepared_count;
  unsigned prepared_room;
  struct prepared *prepared;
  uint32_t nodes[NODES_ROOM];
  sett_climber climber;
};

struct tree {
  sett_store base;
  unsigned count; /* of workers */
  struct worker *workers;
  sett_brlock brlock;
  sett_intern intern;
  pthread_mutex_t mutex; /* for making shapes */
  unsigned families;     /* in use */
  uint32_t most_words;   /* of shapes: none is larger */
  sett_sharedset roots[FAMILIES];
  sett_shape *shape_of[FAMILIES]; /* but for the last family */
  _Atomic (sett_shape *) shapes[SETT_SHAPE_MOST_WORDS + 1];
};

static const uint64_t zeros[SETT_SHAPE_MOST_WORDS];

_Static_assert(sizeof zeros >= 2 * SETT_SHAPE_MOST_WORDS * sizeof (uint32_t),
               "zeros serve as the nodes of the state that is all zero");

/* --- families and shapes ---------------------------------------------- */

static int open_family (struct tree *tree, sett_shape *shape) {
  const int exhausted = tree->families >= LAST_FAMILY;
  shape->family = exhausted ? LAST_FAMILY : tree->families;
  sett_sharedset *const roots = &tree->roots[shape->family];
  SETT_ASSERT (shape->family < FAMILIES);
  if (!roots->brlock && !sett_sharedset_init (roots, &tree->brlock)) {
    sett_sharedset_release (roots);
    return 0;
  }
  if (!exhausted)
    tree->shape_of[tree->families++] = shape;
  SETT_ASSERT (tree->families <= LAST_FAMILY);
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
  SETT_ASSERT (words <= SETT_SHAPE_MOST_WORDS);
  sett_shape *shape =
      atomic_load_explicit (&tree->shapes[words], memory_order_acquire);
  if (shape)
    return shape;
  pthread_mutex_lock (&tree->mutex);
  shape = atomic_load (&tree->shapes[words]);
  if (!shape) {
    shape = make_shape (tree, words);
    atomic_store (&tree->shapes[words], shape);
    if (words > tree->most_words)
      tree->most_words = words;
  }
  pthread_mutex_unlock (&tree->mutex);
  return shape;
}

/* --- keys and references ---------------------------------------------- */

static uint64_t key_of_root (uint64_t value) {
  SETT_ASSERT_SLOW ((uint32_t)value <= SETT_INTERN_MOST &&
                    value >> 32 <= SETT_INTERN_MOST);
  return (value & 0xffffffff) | value >> 32 << SETT_INTERN_BITS;
}

static uint64_t key_of_index (const sett_shape *shape, uint32_t root) {
  SETT_ASSERT (root <= SETT_INTERN_MOST);
  return root | (uint64_t)shape->words << SETT_INTERN_BITS;
}

static uint32_t low_half (uint64_t key) {
  return (uint32_t)(key & (((uint64_t)1 << SETT_INTERN_BITS) - 1));
}

static uint32_t high_half (uint64_t key) {
  return (uint32_t)(key >> SETT_INTERN_BITS);
}

static sett_ref make_ref (const sett_shape *shape, uint64_t key) {
  SETT_ASSERT (key < EMPTY_KEY);
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
  SETT_ASSERT (worker->held + sett_shape_nodes (shape) <= NODES_ROOM);
  const uint64_t key = key_of_ref (ref);
  uint32_t *const nodes = worker->nodes + worker->held;
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
  const uint32_t *const nodes = worker->nodes + worker->held;
  for (uint32_t w = 0; w < shape->words; w++)
    memcpy (state + 8 * (size_t)w, &values[nodes[shape->leaf[w]]], 8);
  return 8 * shape->words;
}

/* The two nodes below the root are the ones least likely to be at hand. */
static void hint (sett_store *store, sett_ref ref) {
  const uint64_t *const values = ((struct tree *)store)->intern.values.at;
  const uint64_t key = key_of_ref (ref);
  __builtin_prefetch (&values[low_half (key)]);
  __builtin_prefetch (&values[high_half (key)]);
}

/* --- waves ------------------------------------------------------------ */

/* Where the key of a reference is looked up. */
static sett_sharedset *roots_of (struct tree *tree, sett_ref ref) {
  return &tree->roots[ref >> SETT_KEY_BITS];
}

/* Gives the states of the wave that differ from their origins references,
   and starts reading where these are looked up. */
static void make_refs (struct tree *tree, struct worker *worker) {
  sett_climber *const climber = &worker->climber;
  const sett_shape *const shape = worker->shape;
  struct prepared *const prepared = worker->prepared + worker->first;
  const int last = shape->family == LAST_FAMILY;
  if (last)
    sett_climber_number_roots (climber);
  for (unsigned i = 0; i < climber->count; i++) {
    const sett_item *const item = &climber->items[i];
    const sett_ref ref =
        make_ref (shape, last ? key_of_index (shape, item->index)
                              : key_of_root (item->value));
    const uint64_t mixed = mix (ref);
    prepared[item->where] = (struct prepared){ref, mixed};
    SETT_ASSERT_SLOW (item->where < climber->states);
    sett_sharedset_prefetch (roots_of (tree, ref), mixed);
  }
  for (uint64_t failed = climber->failed; failed; failed &= failed - 1)
    prepared[__builtin_ctzll (failed)].mixed = 0;
}

/* Lets the states of the wave climb, and begins a new wave. */
static void finish_wave (struct tree *tree, struct worker *worker) {
  if (!worker->shape)
    return;
  sett_climber_climb (&worker->climber, worker->shape);
  make_refs (tree, worker);
  SETT_ASSERT (!worker->climber.failed || worker->climber.states);
  sett_climber_begin (&worker->climber);
  worker->shape = NULL;
  worker->ref = 0;
  worker->held = 0;
  worker->first = worker->prepared_count;
}

/* Makes place for the answers to so many more entries. */
static int fit_prepared (struct worker *worker, unsigned count) {
  const unsigned needed = worker->prepared_count + count;
  if (needed <= worker->prepared_room)
    return 1;
  const unsigned room = needed + needed / 2 + 64;
  void *const wider = sett_try_resize (
      worker->prepared, worker->prepared_room * sizeof *worker->prepared,
      room * sizeof *worker->prepared);
  if (!wider)
    return 0;
  worker->prepared = wider;
  worker->prepared_room = room;
  SETT_ASSERT (worker->prepared_count <= worker->prepared_room);
  return 1;
}

/* Takes the first few entries, all of one shape, into the wave; says how many.
   `ref` is the origin's. */
static unsigned take (struct worker *worker, const sett_shape *shape,
                      const sett_origin *origin, sett_ref ref,
                      const sett_entry *entries, unsigned count) {
  worker->shape = shape;
  const unsigned taken =
      sett_climber_take (&worker->climber, shape, origin, entries, count);
  SETT_ASSERT (worker->prepared_count + taken <= worker->prepared_room);
  const struct prepared unchanged = {ref, mix (ref)};
  for (unsigned i = 0; i < taken; i++)
    worker->prepared[worker->prepared_count++] = unchanged;
  return taken;
}

/* Ends the wave if it cannot take a state of this shape. */
static void make_way (struct tree *tree, struct worker *worker,
                      const sett_shape *shape) {
  const sett_climber *const climber = &worker->climber;
  if (worker->shape &&
      (worker->shape != shape || climber->states == SETT_WAVE_STATES ||
       climber->count >= SETT_WAVE_ITEMS ||
       worker->held > NODES_ROOM - 4 * SETT_SHAPE_MOST_WORDS))
    finish_wave (tree, worker);
}

/* Compares with the state that is all zero. */
static unsigned prepare_from_zero (struct tree *tree, struct worker *worker,
                                   const sett_entry *entries, unsigned count) {
  const sett_shape *const shape = get_shape (tree, entries->size / 8);
  if (!shape) {
    finish_wave (tree, worker);
    worker->prepared[worker->prepared_count++] = (struct prepared){0, 0};
    SETT_ASSERT (worker->prepared_count < worker->prepared_room);
    worker->first = worker->prepared_count;
    return 1;
  }
  const sett_origin origin = {.words = (const unsigned char *)zeros,
                              .nodes = (const uint32_t *)zeros};
  const uint64_t key =
      shape->family == LAST_FAMILY ? key_of_index (shape, 0) : 0;
  make_way (tree, worker, shape);
  return take (worker, shape, &origin, make_ref (shape, key), entries, count);
}

/* The parent's nodes stay where they are until the wave is done. */
static void hold_parent (struct worker *worker, const sett_shape *shape) {
  worker->held += sett_shape_nodes (shape);
  worker->ref = 0;
  SETT_ASSERT (worker->held <= NODES_ROOM);
}

static unsigned prepare_from_parent (struct tree *tree, struct worker *worker,
                                     const unsigned char *parent, sett_ref ref,
                                     const sett_entry *entries,
                                     unsigned count) {
  const sett_shape *const shape = shape_of_ref (tree, ref);
  make_way (tree, worker, shape);
  decode (tree, worker, shape, ref);
  const sett_origin origin = {.words = parent,
                              .nodes = worker->nodes + worker->held};
  const unsigned taken = take (worker, shape, &origin, ref, entries, count);
  SETT_ASSERT (taken);
  hold_parent (worker, shape);
  return taken;
}

static void prepare (sett_store *store, unsigned number,
                     const unsigned char *parent, uint32_t parent_size,
                     sett_ref parent_ref, sett_entry *entries, unsigned count) {
  struct tree *const tree = (struct tree *)store;
  struct worker *const worker = &tree->workers[number];
  if (!fit_prepared (worker, count))
    return; /* commit will see that there are too few */
  sett_brlock_enter (&tree->brlock, number);
  for (unsigned i = 0; i < count;)
    i += parent && entries[i].size == parent_size
             ? prepare_from_parent (tree, worker, parent, parent_ref,
                                    entries + i, count - i)
             : prepare_from_zero (tree, worker, entries + i, count - i);
  sett_brlock_leave (&tree->brlock, number);
}

static void commit (sett_store *store, unsigned number, sett_entry *entries,
                    unsigned count) {
  struct tree *const tree = (struct tree *)store;
  struct worker *const worker = &tree->workers[number];
  sett_brlock_enter (&tree->brlock, number);
  finish_wave (tree, worker);
  const int complete = worker->prepared_count - worker->committed >= count;
  SETT_ASSERT (worker->committed <= worker->prepared_count);
  for (unsigned i = 0; i < count; i++) {
    const struct prepared p = complete ? worker->prepared[worker->committed + i]
                                       : (struct prepared){0, 0};
    entries[i].ref = p.ref;
    entries[i].found =
        p.mixed ? sett_sharedset_add (roots_of (tree, p.ref), number, p.mixed)
                : SETT_FULL;
  }
  worker->committed += count;
  if (worker->committed >= worker->prepared_count)
    worker->prepared_count = worker->committed = worker->first = 0;
  sett_brlock_leave (&tree->brlock, number);
}

/* --- marks ------------------------------------------------------------ */

static unsigned marks (sett_store *store, sett_ref ref) {
  struct tree *const tree = (struct tree *)store;
  return sett_sharedset_marks (roots_of (tree, ref), mix (ref));
}

static void set_marks (sett_store *store, sett_ref ref, unsigned marks) {
  struct tree *const tree = (struct tree *)store;
  sett_sharedset_set_marks (roots_of (tree, ref), mix (ref), marks);
}

static void add_marks (sett_store *store, sett_ref ref, unsigned marks) {
  struct tree *const tree = (struct tree *)store;
  sett_sharedset_add_marks (roots_of (tree, ref), mix (ref), marks);
}

/* --- life ------------------------------------------------------------- */

static void destroy (sett_store *store) {
  struct tree *const tree = (struct tree *)store;
  for (unsigned i = 0; i < FAMILIES; i++)
    sett_sharedset_release (&tree->roots[i]);
  for (unsigned i = 0; i <= tree->most_words; i++)
    sett_shape_destroy (atomic_load (&tree->shapes[i]));
  sett_intern_release (&tree->intern);
  sett_brlock_release (&tree->brlock);
  pthread_mutex_destroy (&tree->mutex);
  for (unsigned i = 0; tree->workers && i < tree->count; i++)
    sett_free (tree->workers[i].prepared,
               tree->workers[i].prepared_room *
                   sizeof *tree->workers[i].prepared);
  sett_unmap (tree->workers, tree->count * sizeof *tree->workers);
  sett_unmap (tree, sizeof *tree);
}

static void init_workers (struct tree *tree) {
  for (unsigned i = 0; i < tree->count; i++) {
    sett_climber *const climber = &tree->workers[i].climber;
    climber->intern = &tree->intern;
    climber->brlock = &tree->brlock;
    climber->worker = i;
  }
}

static sett_store *create (const sett_store_options *options) {
  struct tree *const tree = sett_try_map (sizeof *tree);
  if (!tree)
    return NULL;
  tree->count = options->workers;
  pthread_mutex_init (&tree->mutex, NULL);
  tree->workers = sett_try_map (tree->count * sizeof *tree->workers);
  const int gated = sett_brlock_init (&tree->brlock, tree->count);
  const int interned = sett_intern_init (&tree->intern, tree->count);
  if (tree->workers && gated && interned) {
    init_workers (tree);
    return &tree->base;
  }
  destroy (&tree->base);
  return NULL;
}

static void statistics (const sett_store *store, sett_store_stats *stats) {
  struct tree *const tree = (struct tree *)store;
  stats->bytes = sizeof *tree + tree->count * sizeof (sett_climber) +
                 tree->intern.values.used + tree->intern.slots.used;
  pthread_mutex_lock (&tree->mutex); /* a family may be being opened */
  for (unsigned i = 0; i < FAMILIES; i++) {
    stats->bytes += sett_sharedset_bytes (&tree->roots[i]);
    stats->states += sett_sharedset_count (&tree->roots[i]);
  }
  pthread_mutex_unlock (&tree->mutex);
}

/* The nodes stay: references are made of them. */
static int forget (sett_store *store) {
  struct tree *const tree = (struct tree *)store;
  int done = 1;
  for (unsigned i = 0; i < FAMILIES; i++) {
    if (!tree->roots[i].brlock)
      continue;
    sett_sharedset_release (&tree->roots[i]);
    if (sett_sharedset_init (&tree->roots[i], &tree->brlock))
      continue;
    sett_sharedset_release (&tree->roots[i]);
    done = 0;
  }
  return done;
}

/* --- saving ----------------------------------------------------------- */

static void save (sett_store *store, sett_saver *saver) {
  struct tree *const tree = (struct tree *)store;
  sett_intern_save (&tree->intern, saver);
  sett_save_number (saver, tree->families);
  for (unsigned i = 0; i < tree->families; i++)
    sett_save_number (saver, tree->shape_of[i]->words);
  for (unsigned i = 0; i < FAMILIES; i++) {
    sett_save_number (saver, tree->roots[i].brlock != NULL);
    if (tree->roots[i].brlock)
      sett_sharedset_save (&tree->roots[i], saver);
  }
}

/* Sizes get the families that they had, since they are asked for in the order
   in which they came. */
static int restore_families (struct tree *tree, sett_loader *loader) {
  const uint64_t families = sett_load_number (loader);
  if (families > LAST_FAMILY)
    sett_loader_fail (loader);
  for (unsigned i = 0; !sett_loader_failed (loader) && i < families; i++) {
    const uint64_t words = sett_load_number (loader);
    if (words > SETT_SHAPE_MOST_WORDS)
      sett_loader_fail (loader);
    else if (!get_shape (tree, (uint32_t)words))
      return 0;
  }
  if (tree->families != families)
    sett_loader_fail (loader);
  return !sett_loader_failed (loader);
}

static int restore (sett_store *store, sett_loader *loader) {
  struct tree *const tree = (struct tree *)store;
  SETT_ASSERT (!tree->families);
  if (!sett_intern_restore (&tree->intern, loader) ||
      !restore_families (tree, loader))
    return 0;
  for (unsigned i = 0; i < FAMILIES; i++) {
    sett_sharedset *const roots = &tree->roots[i];
    if (!sett_load_number (loader))
      continue;
    if ((!roots->brlock && !sett_sharedset_init (roots, &tree->brlock)) ||
        !sett_sharedset_restore (roots, loader))
      return 0;
  }
  return !sett_loader_failed (loader);
}

const sett_kind sett_kind_tree = {
    .create = create,
    .destroy = destroy,
    .prepare = prepare,
    .commit = commit,
    .load = load,
    .hint = hint,
    .marks = marks,
    .set_marks = set_marks,
    .add_marks = add_marks,
    .forget = forget,
    .statistics = statistics,
    .save = save,
    .restore = restore,
};
