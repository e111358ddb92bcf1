/* From changed words to the roots of trees: see climb.h.

   Items are in the order of states and nodes.  So when two siblings have
   changed they are neighbours, and one pass over the items of a level gives
   those of the next, in place. */

#include "store/climb.h"

#include "base/assert.h"
#include "store/differ.h"

#define NOWHERE 0xffffffffu /* after the last item: nobody's sibling */

/* Adds an item for each of a set of words; `where` is the first leaf. */
static inline sett_item *add_words (uint64_t bits, const unsigned char *state,
                                    const uint16_t *leaf, uint32_t where,
                                    sett_item *next) {
  for (; bits; bits &= bits - 1) {
    const unsigned word = (unsigned)__builtin_ctzll (bits) / 2;
    next->value = sett_get_word (state, word);
    next++->where = where + leaf[word];
  }
  return next;
}

/* Adds the words in which a state differs; `where` is its first leaf. */
static inline sett_item *compare (const unsigned char *state,
                                  const unsigned char *origin, uint32_t words,
                                  const uint16_t *leaf, uint32_t where,
                                  sett_item *next) {
  for (; words > 32; words -= 32, state += 256, origin += 256, leaf += 32)
    next =
        add_words (sett_differ (state, origin, 32), state, leaf, where, next);
  return add_words (sett_differ (state, origin, words), state, leaf, where,
                    next);
}

void sett_climber_begin (sett_climber *climber) {
  climber->states = 0;
  climber->count = 0;
  climber->failed = 0;
}

unsigned sett_climber_take (sett_climber *climber, const sett_shape *shape,
                            const sett_origin *origin,
                            const sett_entry *entries, unsigned count) {
  const uint32_t words = shape->words;
  const uint32_t leaves = 2 * shape->pairs;
  const sett_item *const enough = climber->items + SETT_WAVE_ITEMS;
  const unsigned first = climber->states;
  sett_item *next = climber->items + climber->count;
  unsigned i = 0;
  if (count > SETT_WAVE_STATES - first)
    count = SETT_WAVE_STATES - first;
  for (; i < count && entries[i].size == 8 * words && next < enough; i++) {
    climber->nodes[first + i] = origin->nodes;
    next = compare (entries[i].state, origin->words, words, shape->leaf,
                    (first + i) * leaves - leaves, next);
  }
  climber->states = first + i;
  SETT_ASSERT (climber->states <= SETT_WAVE_STATES);
  climber->count = (unsigned)(next - climber->items);
  SETT_ASSERT (climber->count <= SETT_WAVE_MOST_ITEMS);
  return i;
}

/* --- numbers ---------------------------------------------------------- */

/* True if there is more room now, made by this worker or by another. */
static int grow_intern (sett_climber *climber) {
  sett_intern *const intern = climber->intern;
  const uint64_t capacity = intern->capacity;
  const uint64_t limit = intern->limit;
  sett_brlock_close (climber->brlock, climber->worker);
  const int done = intern->capacity != capacity || intern->limit != limit ||
                   sett_intern_grow (intern, climber->brlock);
  sett_brlock_open (climber->brlock, climber->worker);
  return done;
}

/* The number of a value that the cache does not know; CROWDED: no memory. */
static uint32_t number_of (sett_climber *climber, uint64_t value) {
  uint32_t index = 0;
  if (value)
    do
      index = sett_intern_add (climber->intern, &climber->cache, value);
    while (index == SETT_INTERN_CROWDED && grow_intern (climber));
  SETT_ASSERT (index <= SETT_INTERN_MOST || index >= SETT_INTERN_FULL);
  return index;
}

/* Asks the worker's cache for the number of an item's value; lists the item
   as pending if the cache does not know it. */
static inline unsigned ask_cache (sett_climber *climber, sett_item *item,
                                  unsigned pending) {
  const sett_intern_cached *const known =
      sett_intern_place (&climber->cache, item->value);
  item->index = known->index;
  if (known->value == item->value)
    return pending;
  __builtin_prefetch (
      sett_intern_home (climber->intern, sett_intern_hash (item->value)));
  climber->pending[pending] = (uint32_t)(item - climber->items);
  return pending + 1;
}

/* Starts reading the values that pending items are likely to be found at. */
static void prefetch_values (sett_climber *climber, unsigned pending) {
  const uint64_t *const values = climber->intern->values.at;
  for (unsigned i = 0; i < pending; i++) {
    const uint64_t value = climber->items[climber->pending[i]].value;
    const _Atomic uint32_t *const home =
        sett_intern_home (climber->intern, sett_intern_hash (value));
    __builtin_prefetch (
        &values[atomic_load_explicit (home, memory_order_relaxed) &
                SETT_INTERN_MASK]);
  }
}

/* Gives pending items their numbers, on the level with 2^depth nodes. */
static void resolve (sett_climber *climber, unsigned pending, unsigned depth) {
  SETT_ASSERT (pending <= climber->count);
  if (pending > 1)
    prefetch_values (climber, pending);
  for (unsigned i = 0; i < pending; i++) {
    sett_item *const item = &climber->items[climber->pending[i]];
    item->index = number_of (climber, item->value);
    if (item->index > SETT_INTERN_MOST) {
      item->index = 0;
      climber->failed |= (uint64_t)1 << (item->where >> depth);
    }
  }
}

static void number_items (sett_climber *climber, unsigned depth) {
  unsigned pending = 0;
  for (unsigned i = 0; i < climber->count; i++)
    pending = ask_cache (climber, &climber->items[i], pending);
  resolve (climber, pending, depth);
}

/* --- levels ----------------------------------------------------------- */

/* Makes the item `to` from one on the level with 2^depth nodes and, if that
   has changed too, its sibling, which comes next.  Gives the first item not
   used. */
static inline const sett_item *climb_one (const sett_climber *climber,
                                          const sett_item *from, sett_item *to,
                                          unsigned depth) {
  const uint32_t size = (uint32_t)1 << depth;
  const uint32_t where = from->where;
  const uint32_t own = from->index;
  const uint32_t *const nodes = climber->nodes[where >> depth];
  SETT_ASSERT_SLOW (where >> depth < climber->states);
  uint32_t other = nodes[size + ((where ^ 1) & (size - 1))];
  from++;
  if (from->where == (where | 1))
    other = from++->index;
  /* Swap them if the own one is the right one.  No branches: they would be
     guessed wrong half the time. */
  const uint32_t swap = (own ^ other) & -(where & 1);
  to->value = (own ^ swap) | (uint64_t)(other ^ swap) << 32;
  to->where = where >> 1;
  return from;
}

/* Items are in the order of states and nodes, each there once. */
static inline int are_ascending (const sett_climber *climber) {
  for (unsigned i = 1; i < climber->count; i++)
    if (climber->items[i - 1].where >= climber->items[i].where)
      return 0;
  return 1;
}

/* From the level with 2^depth nodes to the next. */
static void climb_level (sett_climber *climber, unsigned depth) {
  const sett_item *from = climber->items;
  sett_item *const end = climber->items + climber->count;
  SETT_ASSERT_SLOW (are_ascending (climber));
  sett_item *to = climber->items;
  unsigned pending = 0;
  end->where = NOWHERE;
  while (from != end) {
    from = climb_one (climber, from, to, depth);
    pending = ask_cache (climber, to++, pending);
  }
  climber->count = (unsigned)(to - climber->items);
  SETT_ASSERT (to <= end);
  resolve (climber, pending, depth - 1);
}

/* The same for the last level, without giving numbers. */
static void climb_to_roots (sett_climber *climber) {
  const sett_item *from = climber->items;
  sett_item *const end = climber->items + climber->count;
  sett_item *to = climber->items;
  end->where = NOWHERE;
  while (from != end)
    from = climb_one (climber, from, to++, 1);
  climber->count = (unsigned)(to - climber->items);
}

void sett_climber_climb (sett_climber *climber, const sett_shape *shape) {
  SETT_ASSERT (shape->depth && shape->depth < 32);
  unsigned depth = shape->depth;
  number_items (climber, depth);
  for (; depth > 1; depth--)
    climb_level (climber, depth);
  climb_to_roots (climber);
  SETT_ASSERT (climber->count <= climber->states);
}

void sett_climber_number_roots (sett_climber *climber) {
  number_items (climber, 0);
}
