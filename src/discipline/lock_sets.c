/* Sets of locks by number: see lock_sets.h.  Equal sets have equal numbers. */

#include "discipline/lock_sets.h"

#include "base/assert.h"
#include "base/vector.h"

enum { ANSWERS = 256 }; /* a power of two */

typedef struct set {
  uint64_t hash;
  size_t first, count; /* of its locks, which are sorted */
} set;

/* All locks of all sets lie one after the other.  The table has the numbers of
   sets, by their hashes; 0: nothing is there. */
struct sett_lock_sets {
  SETT_VECTOR (set) sets; /* set number 0 is empty */
  SETT_VECTOR (uintptr_t) locks;
  uint32_t *table;
  size_t mask;
  struct {
    uint32_t a, b, common;
  } answers[ANSWERS];
};

static void create_table (sett_lock_sets *s, size_t count) {
  SETT_ASSERT (count && !(count & (count - 1)));
  s->table = sett_zalloc (count, sizeof *s->table);
  s->mask = count - 1;
}

sett_lock_sets *sett_lock_sets_create (void) {
  sett_lock_sets *s = sett_zalloc (1, sizeof *s);
  create_table (s, 64);
  SETT_PUSH (s->sets, (set){0});
  return s;
}

void sett_lock_sets_destroy (sett_lock_sets *s) {
  sett_free (s->table, (s->mask + 1) * sizeof *s->table);
  SETT_RELEASE (s->sets);
  SETT_RELEASE (s->locks);
  sett_free (s, sizeof *s);
}

static void sort (uintptr_t *locks, size_t count) {
  for (size_t i = 1; i < count; i++) {
    const uintptr_t lock = locks[i];
    size_t k = i;
    for (; k && locks[k - 1] > lock; k--)
      locks[k] = locks[k - 1];
    locks[k] = lock;
  }
}

static inline int are_ascending (const uintptr_t *locks, size_t count) {
  for (size_t i = 1; i < count; i++)
    if (locks[i - 1] > locks[i])
      return 0;
  return 1;
}

static uint64_t hash_of (const uintptr_t *locks, size_t count) {
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++)
    hash = (hash ^ locks[i]) * 0x9e3779b97f4a7c15ul ^ hash >> 29;
  return hash;
}

static int is_same (const sett_lock_sets *s, uint32_t number, uint64_t hash,
                    const uintptr_t *locks, size_t count) {
  const set *x = &s->sets.at[number];
  SETT_ASSERT (number && number < s->sets.count);
  if (x->hash != hash || x->count != count)
    return 0;
  for (size_t i = 0; i < count; i++)
    if (s->locks.at[x->first + i] != locks[i])
      return 0;
  return 1;
}

static uint32_t *find (const sett_lock_sets *s, uint64_t hash,
                       const uintptr_t *locks, size_t count) {
  size_t i = (hash >> 32) & s->mask;
  while (s->table[i] && !is_same (s, s->table[i], hash, locks, count))
    i = (i + 1) & s->mask;
  return &s->table[i];
}

static void grow (sett_lock_sets *s) {
  sett_free (s->table, (s->mask + 1) * sizeof *s->table);
  create_table (s, 2 * (s->mask + 1));
  for (uint32_t n = 1; n < s->sets.count; n++) {
    size_t i = (s->sets.at[n].hash >> 32) & s->mask;
    while (s->table[i])
      i = (i + 1) & s->mask;
    s->table[i] = n;
  }
}

/* Locks that are in order; they may lie in the vector that grows here. */
static uint32_t number_of (sett_lock_sets *s, const uintptr_t *locks,
                           size_t count) {
  const uint64_t hash = hash_of (locks, count);
  uint32_t *slot = find (s, hash, locks, count);
  if (*slot)
    return *slot;
  *slot = (uint32_t)s->sets.count;
  SETT_ASSERT (count);
  SETT_PUSH (s->sets, ((set){hash, s->locks.count, count}));
  for (size_t i = 0; i < count; i++) {
    const uintptr_t lock = locks[i];
    SETT_PUSH (s->locks, lock);
  }
  if (2 * s->sets.count > s->mask)
    grow (s);
  SETT_ASSERT (2 * s->sets.count <= s->mask + 1);
  return (uint32_t)s->sets.count - 1;
}

uint32_t sett_lock_sets_number (sett_lock_sets *s, uintptr_t *locks,
                                size_t count) {
  size_t kept = 0;
  sort (locks, count);
  SETT_ASSERT_SLOW (are_ascending (locks, count));
  for (size_t i = 0; i < count; i++)
    if (!kept || locks[kept - 1] != locks[i])
      locks[kept++] = locks[i];
  return kept ? number_of (s, locks, kept) : 0;
}

static uint32_t intersect (sett_lock_sets *s, uint32_t a, uint32_t b) {
  const set x = s->sets.at[a], y = s->sets.at[b];
  SETT_ASSERT (a < s->sets.count && b < s->sets.count);
  uintptr_t *common = sett_alloc ((x.count + 1) * sizeof *common);
  size_t count = 0;
  for (size_t i = 0, k = 0; i < x.count && k < y.count;) {
    const uintptr_t p = s->locks.at[x.first + i], q = s->locks.at[y.first + k];
    if (p == q)
      common[count++] = p;
    i += p <= q;
    k += q <= p;
  }
  SETT_ASSERT (count <= x.count && count <= y.count);
  const uint32_t number = count ? number_of (s, common, count) : 0;
  sett_free (common, (x.count + 1) * sizeof *common);
  return number;
}

uint32_t sett_lock_sets_common (sett_lock_sets *s, uint32_t a, uint32_t b) {
  if (a == b || !a || !b)
    return a == b ? a : 0;
  const size_t i = (a * 0x9e3779b1u ^ b * 0x85ebca6bu) >> 24 & (ANSWERS - 1);
  if (s->answers[i].a != a || s->answers[i].b != b) {
    s->answers[i].common = intersect (s, a, b);
    s->answers[i].a = a;
    s->answers[i].b = b;
  }
  return s->answers[i].common;
}
