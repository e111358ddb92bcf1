/* Which states there are: their words, the queue, and the sets in which a word
   is looked for.  search.cl follows.

   Words.  A state is kept as one word, its *root*, from which it can be had
   again (word_tree.h).  Roots, plus one, lie in a queue in the order in which they
   were found, so that the states of a level are a range of it: their numbers.

   Tables say which words there are: open addressing, the word itself, plus
   one; 0 is empty.  An entry is only ever changed from 0, by compare-and-swap;
   who looks for a word goes the same way as who brought it, and stops at it or
   at the first empty entry.  So no word is there twice, and whoever brings a
   root is the one that puts it into the queue.  As an entry is all there is to
   know, nothing has to be ordered by fences: what a place stands for is asked
   in later launches only.

   A root goes into the queue after it has come into the table, so there must be
   room: none is brought when the queue has come to the limit, behind which there
   is room for all that work-items may be about to bring (HELD and one each).

   Lossy stores.  What was brought need not be had again from the table, so that
   it can keep less than the root:
   - COMPACT: 32 bits of the root's hash, in the bucket to which the other bits
     lead, or in one behind it.  A root is taken for another one if it finds its
     32 bits on its way, among the entries up to the first empty one.
   - BITSTATE: three bits of one word of 64.  They are set at once, so that of
     several work-items that bring a root one is told that it is new.
   The queue is a ring then, and only states that are still to be expanded must
   be in it: the limit sees to that (card.c). */

#undef global
#undef local
#undef kernel
#undef nothing

#ifndef SETT_GPU_MUTANT
#define SETT_GPU_MUTANT 0
#endif

/* STORE is one of these. */
#define EXACT 0
#define COMPACT 1
#define BITSTATE 2

enum { MOST_TRANSIENTS = 8, MOST_FOLLOWED = 32 };
enum { MOST_PROBES = 64 };

/* REDUCE is one of these, or 0; stages of a state: see reduce.cl. */
#define AMPLE 1
#define STUBBORN 2
#define TWOPHASE 3
#define PROVISO_NONE 0
#define PROVISO_STATIC 1
#define PROVISO_ORDER 2
#define PROVISO_LATER 3
#if REDUCE
enum { NOTE, TAKE, MOVE };
enum { MOST_MOVES = 256 };
enum { PROCESSES = SETT_MOST_PROCESSES < 64 ? SETT_MOST_PROCESSES : 64 };
enum { MOST_MEETINGS = 16 };
#define ALL (~(word)0)
#endif

/* Arrays of words in at most four buffers: devices limit their size. */
typedef struct row {
  __global volatile word *part0, *part1, *part2, *part3;
  word words; /* in each */
} row;

static __global volatile word *at (const row *r, word i) {
  if (i < r->words)
    return r->part0 + i;
  if (i < 2 * r->words)
    return r->part1 + (i - r->words);
  if (i < 3 * r->words)
    return r->part2 + (i - 2 * r->words);
  return r->part3 + (i - 3 * r->words);
}

struct sett_searcher {
  row queue, table;
  word buckets, limit; /* of the table; of the queue, for now */
  word ring, shift;    /* see queue_at */
  __global word *nodes;
  __global const word *shape; /* of each table of nodes: beginning, mask */
#if LAYOUT
  LAYOUT_SPACE word *layout; /* see layout.cl */
#endif
  __global volatile word *counters;
  uint transitions, visited, mark, flags;
  int aim; /* what to do with successors */
  word target;
  word root; /* of the state that is expanded */
#if CYCLES
  row work, notes;       /* see cycles.cl */
  uint again, spilled;
#endif
  word state[STATE_WORDS + LAYOUT * NODES], next[STATE_WORDS + LAYOUT * NODES];
  /* Of the state that is expanded: its nodes, and their places. */
  word words[NODES + 1], places[NODES + 1];
  /* Transient states that are still to be followed. */
  word transients[MOST_TRANSIENTS][STATE_WORDS];
  uint holders[MOST_TRANSIENTS];
  uint depth, followed;
  /* Roots that are held back. */
  word roots[HELD];
  uint held;
  word targets; /* of the claim: a set */
#if REDUCE
  __global const word *relations; /* see reduce.cl */
  /* Of the state that is expanded: is it to be in full; what is done with its
     steps; which of them are taken, and whether that is not all; processes
     that may not be chosen; does a run end in an error; was a root of a later
     level? */
  uint full, stage, reduced, unmet, dead, brought;
  word filter, chosen, excluded;
  /* Its processes, and by process: its position, transitions that are possible,
     steps, and how many of these close a loop.  Sets of processes: that have a
     step which may not be chosen, or of which nothing is known. */
  uint count, all_steps;
  ushort positions[PROCESSES];
  word possible[PROCESSES];
  uchar steps[PROCESSES], loops[PROCESSES];
  word unfit, unknown;
  uint meetings_count;
#if REDUCE == STUBBORN
  uint meetings[MOST_MEETINGS]; /* number, process, partner */
  word in[PROCESSES], done[PROCESSES]; /* T; what of it was looked at */
#endif
#if REDUCE == TWOPHASE
  /* Of the phase: how many steps were tried; whose turn it is, and who holds
     control after its step; has anybody moved? */
  uint moves, turn, holder, moved;
#endif
#endif
};
typedef struct sett_searcher searcher;

/* Where the root of the state with this number is.  `shift` is a multiple of
   the ring's words, and at most that many before any number that is used. */
static __global volatile word *queue_at (const searcher *k, word number) {
#if STORE == EXACT
  return at (&k->queue, number);
#else
  const word i = number - k->shift;
  return at (&k->queue, i < k->ring ? i : i - k->ring);
#endif
}

static word mix (word x) {
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93ul;
  return x ^ x >> 29;
}

static word hash (word x) {
  return mix (mix (x + 0x9e3779b97f4a7c15ul));
}

/* Time for others to come in between: only in broken versions. */
static void dawdle (const searcher *k) {
  word sum = 0;
  for (int i = 0; i < 100000; i++)
    sum += k->counters[USED];
  if (sum == 1)
    k->counters[USED] = 0; /* never: so that the loop stays */
}

/* Puts `entry` into an empty word; gives what was there. */
static word claim (const searcher *k, __global volatile word *there,
                   word entry) {
#if SETT_GPU_MUTANT == 201
  const word before = *there;
  dawdle (k);
  if (!before)
    *there = entry;
  return before;
#else
  return atom_cmpxchg (there, (word)0, entry);
#endif
}

/* ------------------------------------------------------ what pack calls --- */

/* Are there bits that are not kept? */
static int misfits (searcher *k, word other) {
  if (!other || SETT_GPU_MUTANT == 204)
    return 0;
  k->flags |= SETT_CARD_WIDER;
  return 1;
}

static int is_crowded (searcher *k) {
  return k->flags & SETT_CARD_CROWDED;
}

/* The place of a word in the table of node i, to which it comes if need be. */
static PLACE_APART word place (searcher *k, int i, word w) {
  if (w == k->words[i])
    return k->places[i];
  const word mask = k->shape[2 * i + 1];
  __global volatile word *table = k->nodes + k->shape[2 * i];
  word slot = hash (w) & mask;
  for (int n = 0; n < MOST_PROBES; n++, slot = (slot + 1) & mask) {
    word entry = table[slot];
    if (!entry) {
      entry = claim (k, table + slot, w + 1);
      if (!entry)
        atom_add (&k->counters[SEEN + STATE_WORDS + i], (word)1);
    }
    if (!entry || entry == w + 1 || SETT_GPU_MUTANT == 202)
      return slot;
  }
  k->flags |= SETT_CARD_CROWDED;
  return 0;
}

static word word_at (searcher *k, int i, word slot) {
  k->places[i] = slot;
  return k->words[i] = k->nodes[k->shape[2 * i] + slot] - 1;
}

/* For all but the place where speed counts: one copy is enough. */
static SETT_APART int pack_apart (searcher *k, word *state, word *root) {
  return pack (k, state, root);
}

/* -------------------------------------------------------- sets of roots --- */

#if STORE == BITSTATE

typedef word glance; /* what is read ahead */

/* The place of the word is in the upper bits of the hash, its bits are in the
   lowest. */
static word home_of (const searcher *k, word root) {
  return mul_hi (hash (root), 4 * k->buckets);
}

static word bits_of (word root) {
  const word h = hash (root);
  return (word)1 << (h & 63) | (word)1 << (h >> 6 & 63) |
         (word)1 << (h >> 12 & 63);
}

static glance look (const searcher *k, word i) {
  return *at (&k->table, i);
}

/* Gives what was there. */
static word set_bits (const searcher *k, word i, word mask) {
#if SETT_GPU_MUTANT == 209
  const word before = *at (&k->table, i);
  dawdle (k);
  *at (&k->table, i) = before | mask;
  return before;
#else
  return atom_or (at (&k->table, i), mask);
#endif
}

/* Brings a root; false if its bits were set. */
static int bring (searcher *k, word root, word i, glance seen) {
  const word mask = bits_of (root);
  if ((seen & mask) != mask)
    seen = set_bits (k, i, mask);
  return (seen & mask) != mask;
}

#else

/* Entries are looked at by the bucket, 32 bytes; they are put into it in their
   order. */
#if STORE == COMPACT

typedef uint entry;
typedef uint8 glance;
enum { ENTRIES = 8 };

/* The bucket is in the upper bits of the hash. */
static entry entry_of (word root) {
  const entry e = (entry)hash (root) | (SETT_GPU_MUTANT == 208 ? ~255u : 0);
  return e ? e : 1;
}

static int is_among (glance seen, entry e) {
  return any (seen == (glance)e);
}

/* Some may be seen that came after an empty one: then another is taken for it,
   and found not to be empty. */
static int first_empty (glance seen) {
  const int8 full = seen != (glance)0;
  const int4 half = full.lo + full.hi;
  return -(half.x + half.y + half.z + half.w);
}

static entry claim_entry (const searcher *k, word bucket, int i, entry e) {
  __global volatile entry *there =
      (__global volatile entry *)at (&k->table, 4 * bucket) + i;
#if SETT_GPU_MUTANT == 201
  const entry before = *there;
  dawdle (k);
  if (!before)
    *there = e;
  return before;
#else
  return atomic_cmpxchg (there, (entry)0, e);
#endif
}

#else

typedef word entry;
typedef ulong4 glance;
enum { ENTRIES = 4 };

static entry entry_of (word root) {
  return root + 1;
}

/* A bit of entries that says that a state is of a later level, where that is
   asked (reduce.cl).  Roots have 62 bits. */
#if REDUCE && PROVISO == PROVISO_LATER
#define LATE ((word)1 << 63)
#else
#define LATE ((word)0)
#endif

static int is_among (glance seen, entry e) {
  if (LATE)
    seen &= (glance)~LATE;
  return seen.s0 == e || seen.s1 == e || seen.s2 == e || seen.s3 == e;
}

static int first_empty (glance seen) {
  return !seen.s0 ? 0 : !seen.s1 ? 1 : !seen.s2 ? 2 : !seen.s3 ? 3 : 4;
}

static entry claim_entry (const searcher *k, word bucket, int i, entry e) {
  return claim (k, at (&k->table, 4 * bucket + i), e);
}

#endif

static word home_of (const searcher *k, word root) {
  return mul_hi (hash (root), k->buckets);
}

/* An entry was there: notes whether it is a late one. */
#if REDUCE && PROVISO == PROVISO_LATER
#define NEW_ENTRY(E) ((E) | LATE)
static int meet (searcher *k, entry e, glance seen) {
  const entry late = e | LATE;
  k->brought |= seen.s0 == late || seen.s1 == late || seen.s2 == late ||
                seen.s3 == late;
  return 0;
}
#else
#define NEW_ENTRY(E) (E)
#define meet(K, E, SEEN) 0
#endif

static glance look (const searcher *k, word bucket) {
  return *(__global volatile glance *)at (&k->table, 4 * bucket);
}

static word next_bucket (const searcher *k, word bucket) {
  return bucket + 1 == k->buckets ? 0 : bucket + 1;
}

/* Brings a root to the table; false if it was there.  What is in the bucket
   was read before, so it may have become more. */
static int bring (searcher *k, word root, word bucket, glance seen) {
  const entry e = entry_of (root);
  for (;; seen = look (k, bucket)) {
    if (is_among (seen, e))
      return meet (k, e, seen);
    const int empty = first_empty (seen);
    if (empty < ENTRIES) {
      const entry before = claim_entry (k, bucket, empty, NEW_ENTRY (e));
      if (!before)
        return 1;
      if (before == e || before == NEW_ENTRY (e))
        return meet (k, e, (glance)before);
    } else
      bucket = next_bucket (k, bucket);
  }
}

#endif

/* ------------------------------------------- how much a store may lose --- */

/* Counts what a root that is not there would be compared with, if home_of led
   to bucket i: entries; or bits that are set, of each word. */
static void survey_bucket (searcher *k, word i, word *surveyed, word *cubes) {
#if STORE == BITSTATE
  for (word j = 4 * i; j < 4 * i + 4; j++) {
    const word set = popcount (look (k, j));
    *surveyed += set;
    *cubes += set * set * set;
  }
#else
  int count = ENTRIES;
  for (; count == ENTRIES; i = next_bucket (k, i)) {
    count = first_empty (look (k, i));
    *surveyed += count;
    if (SETT_GPU_MUTANT == 210)
      return;
  }
#endif
}

/* ------------------------------------------------------- of kernels --- */

#if CYCLES
#define MORE_ROWS                                                              \
  , __global word *w0, __global word *w1, __global word *w2,                   \
      __global word *w3, word work_words, __global word *n0,                   \
      __global word *n1, __global word *n2, __global word *n3, word note_words
#define SET_MORE_ROWS(K)                                                       \
  SET_ROW (K->work, w, work_words);                                            \
  SET_ROW (K->notes, n, note_words);                                           \
  K->again = K->spilled = 0
#else
#define MORE_ROWS
#define SET_MORE_ROWS(K)
#endif

#if LAYOUT
#define LAYOUT_ROW , LAYOUT_SPACE word *layout
#define SET_LAYOUT(K) K->layout = layout
#else
#define LAYOUT_ROW
#define SET_LAYOUT(K)
#endif

#if REDUCE
#define RELATIONS_ROW , __global const word *relations
#define SET_RELATIONS(K) K->relations = relations
#else
#define RELATIONS_ROW
#define SET_RELATIONS(K)
#endif

#define ROWS                                                                   \
  __global word *q0, __global word *q1, __global word *q2, __global word *q3,  \
      word queue_words, __global word *t0, __global word *t1,                  \
      __global word *t2, __global word *t3, word table_words, word capacity,   \
      word limit, word ring, word shift, __global word *nodes,                 \
      __global const word *shape,                                              \
      __global word *counters LAYOUT_ROW RELATIONS_ROW MORE_ROWS

#define SET_ROW(ROW, P, WORDS)                                                 \
  (ROW).part0 = P##0;                                                          \
  (ROW).part1 = P##1;                                                          \
  (ROW).part2 = P##2;                                                          \
  (ROW).part3 = P##3;                                                          \
  (ROW).words = WORDS

#define START(K)                                                               \
  searcher K##_, *K = &K##_;                                                   \
  SET_ROW (K->queue, q, queue_words);                                          \
  SET_ROW (K->table, t, table_words);                                          \
  K->buckets = capacity / 4;                                                   \
  K->limit = limit;                                                            \
  K->ring = ring;                                                              \
  K->shift = shift;                                                            \
  K->nodes = nodes;                                                            \
  K->shape = shape;                                                            \
  K->counters = counters;                                                      \
  K->flags = K->visited = K->held = 0;                                         \
  K->aim = SETT_AIM_ADD;                                                       \
  SET_LAYOUT (K);                                                              \
  SET_RELATIONS (K);                                                           \
  SET_MORE_ROWS (K);                                                           \
  for (int node = 0; node < NODES; node++)                                     \
  K->words[node] = ~(word)0

/* News for the host. */
static void leave (searcher *k) {
  if (k->visited)
    atom_add (&k->counters[VISITED], (word)k->visited);
  if (k->flags)
    atom_or (&k->counters[FLAGS], (word)k->flags);
}
