/* Stores: random use against a list of states with a few chains; growth,
   exhaustion, fault injection, several workers. */

#include "volume.h"
#include "base/memory.h"
#include "base/vector.h"
#include "store/intern.h"
#include "store/keyset.h"
#include "store/shape.h"
#include "store/store.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t seed;

static uint64_t draw (uint64_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % below;
}

/* --- the naive model -------------------------------------------------- */

#define CHAINS 4096u

struct known {
  unsigned char *state;
  uint32_t size;
  sett_ref ref;
  unsigned marks;
  size_t next; /* in the chain, + 1; 0: none */
};

struct naive {
  SETT_VECTOR (struct known) states;
  size_t chains[CHAINS];
};

static size_t *chain_of (struct naive *naive, const unsigned char *state,
                         uint32_t size) {
  uint32_t hash = size;
  for (uint32_t i = 0; i < size; i++)
    hash = (hash ^ state[i]) * 16777619u;
  return &naive->chains[(hash ^ hash >> 15) % CHAINS];
}

static struct known *naive_find (struct naive *naive,
                                 const unsigned char *state, uint32_t size) {
  size_t i = *chain_of (naive, state, size);
  for (; i; i = naive->states.at[i - 1].next) {
    struct known *const known = &naive->states.at[i - 1];
    if (known->size == size && !memcmp (known->state, state, size))
      return known;
  }
  return NULL;
}

static void naive_add (struct naive *naive, const unsigned char *state,
                       uint32_t size, sett_ref ref) {
  size_t *const chain = chain_of (naive, state, size);
  struct known known = {.size = size, .ref = ref, .next = *chain};
  known.state = sett_alloc (size + 64); /* readable: see store.h */
  memcpy (known.state, state, size);
  SETT_PUSH (naive->states, known);
  *chain = naive->states.count;
}

static void naive_release (struct naive *naive) {
  for (size_t i = 0; i < naive->states.count; i++)
    sett_free (naive->states.at[i].state, naive->states.at[i].size + 64);
  SETT_RELEASE (naive->states);
}

/* --- helpers ---------------------------------------------------------- */

static sett_store *create (sett_store_kind kind, unsigned workers) {
  const sett_store_options options = {.kind = kind,
                                      .workers = workers,
                                      .mark_bits =
                                          kind == SETT_STORE_BITSTATE ? 0 : 4,
                                      .bitstate_bytes = 1 << 20};
  return sett_store_create (&options);
}

static sett_entry add_one (sett_store *store, const void *state,
                           uint32_t size) {
  sett_entry entry = {.state = state, .size = size};
  sett_store_add (store, 0, NULL, 0, 0, &entry, 1);
  return entry;
}

static void check_load (sett_store *store, const struct known *known) {
  static unsigned char state[SETT_STORE_MAX_STATE];
  assert_int_equal (sett_store_load (store, 0, known->ref, state), known->size);
  assert_memory_equal (state, known->state, known->size);
}

/* Everything that is known is there, as it was. */
static void check_all (sett_store *store, struct naive *naive) {
  sett_store_stats stats;
  sett_store_statistics (store, &stats);
  assert_int_equal (stats.states, naive->states.count);
  assert_true (stats.bytes > 0);
  for (size_t i = 0; i < naive->states.count; i++) {
    const struct known *const known = &naive->states.at[i];
    const sett_entry entry = add_one (store, known->state, known->size);
    assert_int_equal (entry.found, SETT_SEEN);
    assert_int_equal (entry.ref, known->ref);
    assert_int_equal (sett_store_marks (store, known->ref), known->marks);
    if (sett_store_loads (store))
      check_load (store, known);
  }
}

/* --- random use ------------------------------------------------------- */

#define MOST_WORDS 48u
#define BATCH 100u

struct batch {
  uint64_t words[BATCH][MOST_WORDS];
  sett_entry entries[BATCH];
  unsigned count;
};

static uint64_t draw_word (void) {
  switch (draw (4)) {
  case 0:
    return 0;
  case 1:
    return draw (3);
  case 2:
    return (uint64_t)draw (2) << 63;
  default:
    return UINT64_MAX - draw (2);
  }
}

/* A few words of `from`, which may be null, are changed, or all are drawn. */
static void draw_state (uint64_t *words, uint32_t *size,
                        const struct known *from, unsigned sizes) {
  if (from && draw (8)) {
    *size = from->size;
    memcpy (words, from->state, from->size);
    for (uint64_t changes = draw (4); changes && *size; changes--)
      words[draw (*size / 8)] = draw_word ();
    return;
  }
  *size = 8 * (uint32_t)draw (sizes);
  for (uint32_t i = 0; i < *size / 8; i++)
    words[i] = draw_word ();
}

static void draw_batch (struct batch *batch, const struct known *parent,
                        unsigned sizes) {
  batch->count = 1 + (unsigned)draw (draw (10) ? 8 : BATCH);
  for (unsigned i = 0; i < batch->count; i++) {
    sett_entry *const entry = &batch->entries[i];
    entry->state = (const unsigned char *)batch->words[i];
    if (i && !draw (6)) {
      const unsigned twin = (unsigned)draw (i);
      memcpy (batch->words[i], batch->words[twin], sizeof batch->words[i]);
      entry->size = batch->entries[twin].size;
    } else
      draw_state (batch->words[i], &entry->size, parent, sizes);
  }
}

static void check_batch (struct naive *naive, const struct batch *batch) {
  for (unsigned i = 0; i < batch->count; i++) {
    const sett_entry *const entry = &batch->entries[i];
    const struct known *const known =
        naive_find (naive, entry->state, entry->size);
    assert_int_equal (entry->found, known ? SETT_SEEN : SETT_NEW);
    if (known)
      assert_int_equal (entry->ref, known->ref);
    else
      naive_add (naive, entry->state, entry->size, entry->ref);
  }
}

static void mark_some (sett_store *store, struct naive *naive) {
  struct known *const known = &naive->states.at[draw (naive->states.count)];
  assert_int_equal (sett_store_marks (store, known->ref), known->marks);
  const unsigned marks = (unsigned)draw (16);
  if (draw (2)) {
    known->marks = marks;
    sett_store_set_marks (store, known->ref, marks);
  } else {
    known->marks |= marks;
    sett_store_add_marks (store, known->ref, marks);
  }
}

/* Adds by one call, or prepares two batches and commits them together. */
static void use_randomly (sett_store_kind kind, unsigned rounds,
                          unsigned sizes) {
  static struct batch batches[2];
  sett_store *const store = create (kind, 1);
  const int loads = sett_store_loads (store);
  struct naive naive = {0};
  seed = sizes;
  for (unsigned round = 0; round < volume (rounds); round++) {
    const unsigned halves = (unsigned)draw (3);
    for (unsigned i = 0; i < (halves ? halves : 1); i++) {
      const struct known *const from =
          naive.states.count && draw (10)
              ? &naive.states.at[draw (naive.states.count)]
              : NULL;
      const struct known *const parent = loads ? from : NULL;
      if (parent && draw (2))
        check_load (store, parent);
      draw_batch (&batches[i], from, sizes);
      (halves ? sett_store_prepare : sett_store_add) (
          store, 0, parent ? parent->state : NULL, parent ? parent->size : 0,
          parent ? parent->ref : 0, batches[i].entries, batches[i].count);
    }
    for (unsigned i = 0; i < halves; i++)
      sett_store_commit (store, 0, batches[i].entries, batches[i].count);
    for (unsigned i = 0; i < (halves ? halves : 1); i++)
      check_batch (&naive, &batches[i]);
    mark_some (store, &naive);
  }
  assert_true (sizes < 10 || naive.states.count > volume (rounds));
  check_all (store, &naive);
  sett_store_destroy (store);
  naive_release (&naive);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_tree_random (void **unused) {
  (void)unused;
  for (unsigned sizes = 2; sizes <= MOST_WORDS; sizes += 5)
    use_randomly (SETT_STORE_TREE, 2000, sizes);
  use_randomly (SETT_STORE_TREE, 20000, 20);
}

static void test_table_random (void **unused) {
  (void)unused;
  for (unsigned sizes = 2; sizes <= MOST_WORDS; sizes += 9)
    use_randomly (SETT_STORE_TABLE, 2000, sizes);
  use_randomly (SETT_STORE_TABLE, 20000, 20);
}

/* With so few states no two have the same hash. */
static void test_compact_random (void **unused) {
  (void)unused;
  use_randomly (SETT_STORE_COMPACT, 20000, 20);
}

/* --- special states --------------------------------------------------- */

static void test_all_zero (void **unused) {
  (void)unused;
  static const uint64_t zeros[SETT_STORE_MAX_STATE / 8];
  const sett_store_kind kinds[] = {SETT_STORE_TREE, SETT_STORE_TABLE};
  for (unsigned k = 0; k < 2; k++) {
    sett_store *const store = create (kinds[k], 1);
    struct naive naive = {0};
    for (uint32_t words = 0; words <= 8192; words += words < 40 ? 1 : 679) {
      const sett_entry entry = add_one (store, zeros, 8 * words);
      assert_int_equal (entry.found, SETT_NEW);
      naive_add (&naive, entry.state, entry.size, entry.ref);
      sett_store_set_marks (store, entry.ref, words % 16);
      naive.states.at[naive.states.count - 1].marks = words % 16;
    }
    check_all (store, &naive);
    sett_store_destroy (store);
    naive_release (&naive);
  }
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_largest_states (void **unused) {
  (void)unused;
  static uint64_t words[3][SETT_STORE_MAX_STATE / 8];
  sett_store *const store = create (SETT_STORE_TREE, 1);
  struct naive naive = {0};
  for (unsigned i = 0; i < SETT_STORE_MAX_STATE / 8; i++)
    words[0][i] = words[1][i] = words[2][i] = i * 77 % 1000;
  words[1][8191] = 5;
  words[2][0] = 6;
  words[2][4096] = 7;
  sett_entry entries[3];
  for (unsigned i = 0; i < 3; i++)
    entries[i] = (sett_entry){.state = (const unsigned char *)words[i],
                              .size = SETT_STORE_MAX_STATE};
  sett_store_add (store, 0, NULL, 0, 0, entries, 1);
  sett_store_add (store, 0, entries[0].state, entries[0].size, entries[0].ref,
                  entries + 1, 2);
  for (unsigned i = 0; i < 3; i++) {
    assert_int_equal (entries[i].found, SETT_NEW);
    naive_add (&naive, entries[i].state, entries[i].size, entries[i].ref);
  }
  check_all (store, &naive);
  sett_store_destroy (store);
  naive_release (&naive);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* --- growth ----------------------------------------------------------- */

static void number_to_state (uint64_t number, uint64_t words[8]) {
  for (unsigned i = 0; i < 8; i++)
    words[i] = number >> 4 * i & 15;
}

static void grow_and_check (sett_store_kind kind, uint64_t states) {
  sett_store *const store = create (kind, 1);
  sett_ref *const refs = sett_zalloc (states, sizeof *refs);
  uint64_t words[8];
  for (uint64_t i = 0; i < states; i++) {
    number_to_state (i, words);
    const sett_entry entry = add_one (store, words, sizeof words);
    assert_int_equal (entry.found, SETT_NEW);
    refs[i] = entry.ref;
    sett_store_set_marks (store, entry.ref, i % 16);
  }
  for (uint64_t i = 0; i < states; i++) {
    number_to_state (i, words);
    const sett_entry entry = add_one (store, words, sizeof words);
    assert_int_equal (entry.found, SETT_SEEN);
    assert_int_equal (entry.ref, refs[i]);
    assert_int_equal (sett_store_marks (store, refs[i]), i % 16);
  }
  sett_store_stats stats;
  sett_store_statistics (store, &stats);
  assert_int_equal (stats.states, states);
  sett_store_destroy (store);
  sett_free (refs, states * sizeof *refs);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_growth (void **unused) {
  (void)unused;
  grow_and_check (SETT_STORE_TREE, volume (1000000));
  grow_and_check (SETT_STORE_TABLE, volume (300000));
  grow_and_check (SETT_STORE_COMPACT, volume (300000));
}

/* Keys at both ends of the range and in clumps, through several growths. */
static void test_keyset_clumps (void **unused) {
  (void)unused;
  enum { CLUMPS = 600, CLUMP = 100 };
  sett_keyset set;
  assert_true (sett_keyset_init (&set, 1));
  const uint64_t distance = SETT_KEY_MASK / (CLUMPS - 1);
  for (int pass = 0; pass < 2; pass++)
    for (uint64_t c = 0; c < CLUMPS; c++)
      for (uint64_t i = 0; i < CLUMP; i++) {
        const uint64_t key =
            c ? c * distance - i : i + 1; /* the last is the largest key */
        sett_keyset_answer answer = sett_keyset_add (&set, key, 0);
        if (pass)
          assert_int_equal (answer, SETT_KEYSET_SEEN);
        else {
          assert_int_equal (answer, SETT_KEYSET_NEW);
          sett_keyset_set_marks (&set, key, (unsigned)(c + i) % 16);
          if (i % SETT_KEYSET_STEP == 0 && sett_keyset_count_step (&set))
            assert_true (sett_keyset_grow (&set, NULL));
        }
        assert_int_equal (sett_keyset_marks (&set, key), (c + i) % 16);
      }
  assert_true (set.capacity > 50000);
  sett_keyset_release (&set);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* Every word has a leaf, leaves ascend, and the halves are nearly equal. */
static void test_shapes (void **unused) {
  (void)unused;
  for (uint32_t words = 0; words <= SETT_SHAPE_MOST_WORDS;
       words += words < 300 ? 1 : 501) {
    sett_shape *const shape = sett_shape_create (words);
    uint32_t left = 0;
    assert_true (2 * shape->pairs >= words);
    assert_true (shape->pairs == 1 || shape->pairs < words);
    for (uint32_t w = 0; w < words; w++) {
      assert_true (shape->leaf[w] >= 2 * shape->pairs);
      assert_true (shape->leaf[w] < sett_shape_nodes (shape));
      assert_true (w == 0 || shape->leaf[w - 1] < shape->leaf[w]);
      left += shape->leaf[w] < 3 * shape->pairs;
    }
    assert_true (words < 2 || left == words / 2);
    sett_shape_destroy (shape);
  }
  assert_int_equal (sett_memory_in_use (), 0);
}

/* --- exhaustion ------------------------------------------------------- */

static void fill_up (sett_store_kind kind) {
  sett_store *const store = create (kind, 1);
  struct naive naive = {0};
  uint64_t words[8] = {0};
  uint64_t number = 0;
  for (unsigned round = 0; round < 2; round++) {
    sett_memory_limit (sett_memory_in_use () + (3u << 20));
    sett_entry entry;
    do {
      number_to_state (number++ * 40503 % (1 << 30), words);
      entry = add_one (store, words, sizeof words);
      if (entry.found == SETT_NEW)
        naive_add (&naive, entry.state, entry.size, entry.ref);
      assert_true (number < 3000000);
    } while (entry.found != SETT_FULL);
    number--;
    check_all (store, &naive); /* nothing is lost */
    assert_int_equal (add_one (store, words, sizeof words).found, SETT_FULL);
    sett_memory_limit (0);
    entry = add_one (store, words, sizeof words); /* and it goes on */
    assert_int_equal (entry.found, SETT_NEW);
    naive_add (&naive, entry.state, entry.size, entry.ref);
  }
  check_all (store, &naive);
  sett_store_destroy (store);
  naive_release (&naive);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_full (void **unused) {
  (void)unused;
  fill_up (SETT_STORE_TREE);
  fill_up (SETT_STORE_TABLE);
  fill_up (SETT_STORE_COMPACT);
}

/* The n-th request for bulk memory fails; says if there were fewer. */
static int survive_fault (sett_store_kind kind, unsigned n) {
  const unsigned states = volume (40000);
  unsigned full = 0;
  unsigned twice = 0;
  sett_memory_fail_at (n);
  sett_store *const store = create (kind, 1);
  if (store) {
    uint64_t words[8];
    for (uint64_t i = 0; i < states; i++) {
      number_to_state (i * 7919, words);
      const uint32_t size = 8 * (uint32_t)(1 + i % 8);
      full += add_one (store, words, size).found == SETT_FULL;
    }
    sett_memory_fail_at (0);
    for (uint64_t i = 0; i < states; i++) {
      number_to_state (i * 7919, words);
      const uint32_t size = 8 * (uint32_t)(1 + i % 8);
      const sett_entry entry = add_one (store, words, size);
      assert_int_not_equal (entry.found, SETT_FULL);
      twice += entry.found == SETT_NEW;
    }
    assert_true (twice <= full); /* only what was refused is new */
  }
  sett_memory_fail_at (0);
  sett_store_destroy (store);
  assert_int_equal (sett_memory_in_use (), 0);
  return store && !full;
}

static void test_violations (void **unused) {
  (void)unused;
  for (sett_store_kind kind = SETT_STORE_TREE; kind <= SETT_STORE_COMPACT;
       kind++) {
    unsigned survived_well = 0;
    for (unsigned n = 1; n <= 30; n++)
      survived_well += (unsigned)survive_fault (kind, n);
    assert_true (survived_well < 30); /* some faults must be felt */
  }
}

/* --- lossy stores ----------------------------------------------------- */

static void test_bitstate (void **unused) {
  (void)unused;
  enum { STATES = 100000 };
  sett_store *const store = create (SETT_STORE_BITSTATE, 1);
  unsigned fresh = 0;
  uint64_t words[8];
  assert_false (sett_store_loads (store));
  for (uint64_t i = 0; i < STATES; i++) {
    number_to_state (i, words);
    fresh += add_one (store, words, sizeof words).found == SETT_NEW;
    assert_int_equal (add_one (store, words, sizeof words).found, SETT_SEEN);
  }
  sett_store_stats stats;
  sett_store_statistics (store, &stats);
  assert_int_equal (stats.states, fresh);
  const double bits = 8.0 * (1 << 20);
  const double expected = 1 - exp (-3.0 * STATES / bits);
  assert_true (fabs (stats.fill - expected) < 0.01 * expected);
  assert_true (fabs (stats.omission - pow (stats.fill, 3)) < 1e-12);
  assert_true (STATES - fresh <= 5 + 2 * STATES * stats.omission);
  sett_store_destroy (store);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* A tiny array is soon full of bits: then hardly anything is new, and the
   estimate says so. */
static void test_bitstate_overload (void **unused) {
  (void)unused;
  const sett_store_options options = {
      .kind = SETT_STORE_BITSTATE, .workers = 1, .bitstate_bytes = 4096};
  sett_store *const store = sett_store_create (&options);
  uint64_t words[8];
  for (uint64_t i = 0; i < 200000; i++) {
    number_to_state (i, words);
    add_one (store, words, sizeof words);
  }
  sett_store_stats stats;
  sett_store_statistics (store, &stats);
  assert_true (stats.states < 100000);
  assert_true (stats.fill > 0.999 && stats.fill <= 1);
  assert_true (stats.omission > 0.99);
  sett_store_destroy (store);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_omission_of_compact (void **unused) {
  (void)unused;
  sett_store *const store = create (SETT_STORE_COMPACT, 1);
  uint64_t words[8];
  for (uint64_t i = 0; i < 1024; i++) {
    number_to_state (i, words);
    add_one (store, words, sizeof words);
  }
  sett_store_stats stats;
  sett_store_statistics (store, &stats);
  assert_int_equal (stats.states, 1024);
  assert_true (stats.omission == ldexp (1, -50));
  sett_store_destroy (store);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* --- several workers -------------------------------------------------- */

#define WORKERS 3
#define SHARED_STATES volume (150000)

struct crew {
  sett_store *store;
  unsigned worker;
  uint64_t fresh;
  uint64_t wrong; /* answers that contradict each other */
  sett_ref *refs; /* by number, as this worker was told */
};

/* Adds the successors number * 2 + 1 and so on, in an order of its own, and
   reads some states back. */
static void *work (void *argument) {
  struct crew *const crew = argument;
  const uint64_t factor = (uint64_t[]){1, 7919, 104729}[crew->worker];
  for (uint64_t i = 0; i < SHARED_STATES; i++) {
    const uint64_t number = i * factor % SHARED_STATES;
    uint64_t parent[8], words[2][8], back[SETT_STORE_MAX_STATE / 8];
    sett_entry entries[2];
    number_to_state (number, parent);
    for (unsigned k = 0; k < 2; k++) {
      number_to_state ((number * 2 + k) % SHARED_STATES, words[k]);
      entries[k] = (sett_entry){.state = (const unsigned char *)words[k],
                                .size = sizeof words[k]};
    }
    const sett_ref ref = crew->refs[number];
    sett_store_add (crew->store, crew->worker,
                    ref ? (const unsigned char *)parent : NULL, sizeof parent,
                    ref, entries, 2);
    for (unsigned k = 0; k < 2; k++) {
      sett_ref *const known = &crew->refs[(number * 2 + k) % SHARED_STATES];
      crew->fresh += entries[k].found == SETT_NEW;
      crew->wrong += entries[k].found == SETT_FULL;
      crew->wrong += *known && *known != entries[k].ref;
      crew->wrong += *known && entries[k].found == SETT_NEW;
      *known = entries[k].ref;
    }
    if (sett_store_loads (crew->store)) {
      const uint32_t size = sett_store_load (
          crew->store, crew->worker, entries[1].ref, (unsigned char *)back);
      crew->wrong +=
          size != sizeof words[1] || memcmp (back, words[1], size) != 0;
    }
    sett_store_set_marks (crew->store, entries[0].ref, 5);
    crew->wrong += sett_store_marks (crew->store, entries[0].ref) != 5;
  }
  return NULL;
}

static void share (sett_store_kind kind) {
  sett_store *const store = create (kind, WORKERS);
  struct crew crews[WORKERS];
  pthread_t threads[WORKERS];
  uint64_t fresh = 0;
  const size_t bytes = SHARED_STATES * sizeof (sett_ref);
  for (unsigned i = 0; i < WORKERS; i++) {
    crews[i] = (struct crew){.store = store, .worker = i};
    crews[i].refs = sett_zalloc (SHARED_STATES, sizeof (sett_ref));
    pthread_create (&threads[i], NULL, work, &crews[i]);
  }
  for (unsigned i = 0; i < WORKERS; i++) {
    pthread_join (threads[i], NULL);
    assert_int_equal (crews[i].wrong, 0);
    assert_memory_equal (crews[i].refs, crews[0].refs, bytes);
    fresh += crews[i].fresh;
  }
  sett_store_stats stats;
  sett_store_statistics (store, &stats);
  assert_int_equal (fresh, SHARED_STATES);
  assert_int_equal (stats.states, SHARED_STATES);
  for (unsigned i = 0; i < WORKERS; i++)
    sett_free (crews[i].refs, bytes);
  sett_store_destroy (store);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_workers (void **unused) {
  (void)unused;
  share (SETT_STORE_TREE);
  share (SETT_STORE_TABLE);
  share (SETT_STORE_COMPACT);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_tree_random),
      cmocka_unit_test (test_table_random),
      cmocka_unit_test (test_compact_random),
      cmocka_unit_test (test_all_zero),
      cmocka_unit_test (test_largest_states),
      cmocka_unit_test (test_growth),
      cmocka_unit_test (test_keyset_clumps),
      cmocka_unit_test (test_shapes),
      cmocka_unit_test (test_full),
      cmocka_unit_test (test_violations),
      cmocka_unit_test (test_bitstate),
      cmocka_unit_test (test_bitstate_overload),
      cmocka_unit_test (test_omission_of_compact),
      cmocka_unit_test (test_workers),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
