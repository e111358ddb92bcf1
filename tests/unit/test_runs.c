/* What lies on disk: sorting, runs and tapes by random use against arrays; a
   limit, files that are damaged; a store that forgets. */

#include "base/memory.h"
#include "base/sort_words.h"
#include "search/tape.h"
#include "store/runs.h"
#include "volume.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MOST = 60000, ROUNDS = 12 };

static uint64_t seed = 1;
static uint64_t words[MOST], others[MOST];

static uint64_t draw (uint64_t below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 20) % below;
}

/* Few different ones, many, or close together; no order. */
static size_t draw_words (uint64_t *to) {
  const size_t count = draw (4) ? draw (300) : draw (MOST);
  const unsigned shift = (unsigned)draw (64);
  for (size_t i = 0; i < count; i++)
    to[i] =
        (draw ((uint64_t)1 << 40) << 24 ^ draw ((uint64_t)1 << 40)) >> shift;
  return count;
}

static int compare (const void *a, const void *b) {
  const uint64_t one = *(const uint64_t *)a, two = *(const uint64_t *)b;
  return one < two ? -1 : one > two;
}

static void test_sort (void **unused) {
  (void)unused;
  for (unsigned round = 0; round < volume (40 * ROUNDS); round++) {
    const size_t count = draw_words (words);
    memcpy (others, words, count * sizeof *words);
    qsort (others, count, sizeof *others, compare);
    sett_sort_words (words, count);
    assert_memory_equal (words, others, count * sizeof *words);
  }
}

static sett_disk make_disk (uint64_t limit) {
  return (sett_disk){.folder = "/tmp", .limit = limit};
}

/* --- runs ------------------------------------------------------------- */

/* All that was written, in ascending order; no word twice, none is 0. */
typedef struct known {
  uint64_t *at;
  size_t count;
} known;

static size_t make_set (uint64_t *at, size_t count) {
  size_t kept = 0;
  sett_sort_words (at, count);
  for (size_t i = 0; i < count; i++)
    if (at[i] && (!kept || at[i] != at[kept - 1]))
      at[kept++] = at[i];
  return kept;
}

static int is_known (const known *k, uint64_t word) {
  return k->count &&
         bsearch (&word, k->at, k->count, sizeof word, compare) != NULL;
}

static size_t leave_known_out (const known *k, uint64_t *at, size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (!is_known (k, at[i]))
      at[kept++] = at[i];
  return kept;
}

static void learn (known *k, const uint64_t *at, size_t count) {
  k->at = realloc (k->at, (k->count + count + 1) * sizeof *at);
  memcpy (k->at + k->count, at, count * sizeof *at);
  k->count += count;
  sett_sort_words (k->at, k->count);
}

/* The answers, which must be those that are known, each once. */
typedef struct answers {
  const known *known;
  uint64_t found, blocks, patience;
} answers;

static void count_found (void *context, sett_ref ref) {
  answers *a = context;
  assert_true (is_known (a->known, ref));
  a->found++;
}

static int goes_on (void *context) {
  answers *a = context;
  return ++a->blocks != a->patience;
}

/* Some that are there, and some that are not. */
static void ask (sett_runs *runs, const known *k) {
  size_t count = draw_words (others), expected = 0;
  for (size_t i = 0; i < count; i++)
    if (k->count && draw (2))
      others[i] = k->at[draw (k->count)] + (draw (5) == 0);
  count = make_set (others, count);
  for (size_t i = 0; i < count; i++)
    expected += (size_t)is_known (k, others[i]);
  answers a = {.known = k};
  const sett_runs_reader reader = {count_found, goes_on, &a};
  assert_true (sett_runs_look_up (runs, others, count, &reader));
  assert_int_equal (a.found, expected);
  assert_true (a.blocks <= runs->spool.hashes.count);
}

static void test_runs (void **unused) {
  (void)unused;
  for (unsigned round = 0; round < ROUNDS; round++) {
    sett_disk disk = make_disk (UINT64_MAX);
    sett_runs runs;
    known k = {0};
    assert_true (sett_runs_open (&runs, &disk));
    for (uint64_t run = draw (20); run; run--) {
      const size_t count =
          leave_known_out (&k, words, make_set (words, draw_words (words)));
      assert_true (sett_runs_write (&runs, words, count));
      learn (&k, words, count);
      ask (&runs, &k);
    }
    free (k.at);
    sett_runs_close (&runs);
  }
  assert_int_equal (sett_memory_in_use (), 0);
}

/* Who does not go on is told nothing more. */
static void test_patience (void **unused) {
  (void)unused;
  sett_disk disk = make_disk (UINT64_MAX);
  sett_runs runs;
  for (size_t i = 0; i < MOST; i++)
    words[i] = (i + 1) << 20;
  const known k = {words, MOST};
  assert_true (sett_runs_open (&runs, &disk));
  assert_true (sett_runs_write (&runs, words, MOST));
  assert_true (runs.spool.hashes.count > 4);
  answers a = {.known = &k, .patience = 3};
  const sett_runs_reader reader = {count_found, goes_on, &a};
  assert_false (sett_runs_look_up (&runs, words, MOST, &reader));
  assert_int_equal (a.blocks, 3);
  assert_string_equal (disk.message, "");
  /* Of one that is asked for, one block is read. */
  a = (answers){.known = &k};
  assert_true (sett_runs_look_up (&runs, words + MOST / 2, 1, &reader));
  assert_int_equal (a.blocks, 1);
  assert_int_equal (a.found, 1);
  sett_runs_close (&runs);
}

/* --- tapes ------------------------------------------------------------ */

static void test_tape (void **unused) {
  (void)unused;
  for (unsigned round = 0; round < ROUNDS; round++) {
    sett_disk disk = make_disk (UINT64_MAX);
    sett_tape tape;
    size_t count = 0;
    uint64_t word;
    assert_true (sett_tape_open (&tape, &disk));
    while (count + 5000 < MOST) {
      for (uint64_t more = draw (5000); more; more--) {
        assert_true (sett_pile_fit (&tape.pile, 1));
        sett_pile_push (&tape.pile, words[count++] = draw (UINT64_MAX));
      }
      if (tape.pile.count && !draw (3))
        sett_tape_cut (&tape, --count);
      if (draw (2))
        assert_true (sett_tape_spill (&tape));
      assert_int_equal (sett_tape_count (&tape), count);
      for (unsigned i = 0; count && i < 100; i++) {
        const size_t at = draw (count);
        assert_true (sett_tape_get (&tape, at, &word));
        assert_int_equal (word, words[at]);
      }
    }
    assert_int_equal (disk.used, tape.first * sizeof word);
    sett_tape_close (&tape);
  }
  assert_int_equal (sett_memory_in_use (), 0);
}

/* --- disks ------------------------------------------------------------ */

static void test_limit (void **unused) {
  (void)unused;
  unsigned char block[SETT_SPOOL_BLOCK] = {1};
  sett_disk disk = make_disk (3 * SETT_SPOOL_BLOCK + 100);
  sett_spool spool;
  assert_true (sett_spool_open (&spool, &disk));
  for (unsigned i = 0; i < 3; i++)
    assert_true (sett_spool_write (&spool, block));
  assert_false (sett_spool_write (&spool, block));
  assert_true (disk.full);
  assert_string_equal (disk.message, "");
  assert_true (sett_spool_read (&spool, 2, block));
  sett_spool_close (&spool);
}

/* What is read is what was written. */
static void test_damage (void **unused) {
  (void)unused;
  unsigned char block[SETT_SPOOL_BLOCK] = {1};
  sett_disk disk = make_disk (UINT64_MAX);
  sett_spool spool;
  assert_true (sett_spool_open (&spool, &disk));
  for (unsigned i = 0; i < 3; i++)
    assert_true (sett_spool_write (&spool, block));
  assert_int_equal (pwrite (spool.file, "x", 1, SETT_SPOOL_BLOCK + 77), 1);
  assert_true (sett_spool_read (&spool, 0, block));
  assert_false (sett_spool_read (&spool, 1, block));
  assert_non_null (strstr (disk.message, "something else is read"));
  disk.message[0] = 0;
  assert_int_equal (ftruncate (spool.file, 2 * SETT_SPOOL_BLOCK + 5), 0);
  assert_false (sett_spool_read (&spool, 2, block));
  assert_non_null (strstr (disk.message, "cannot read a file again"));
  sett_spool_close (&spool);
}

static void test_no_folder (void **unused) {
  (void)unused;
  sett_disk disk = {.folder = "/no/such/folder", .limit = UINT64_MAX};
  sett_runs runs;
  assert_false (sett_runs_open (&runs, &disk));
  assert_non_null (strstr (disk.message, "No such file"));
  sett_runs_close (&runs);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* --- forgetting ------------------------------------------------------- */

/* States of many sizes, so that all families occur. */
static sett_entry add (sett_store *store, uint64_t number) {
  static uint64_t state[64];
  memset (state, 0, sizeof state);
  const uint32_t count = 1 + (uint32_t)(number % 20);
  state[0] = number / 20;
  if (count > 1)
    state[count - 1] = number % 7;
  sett_entry entry = {.state = (const unsigned char *)state, .size = 8 * count};
  sett_store_add (store, 0, NULL, 0, 0, &entry, 1);
  return entry;
}

static void test_forget (void **unused) {
  (void)unused;
  const sett_store_options options = {
      .kind = SETT_STORE_TREE, .workers = 1, .mark_bits = 1};
  sett_store *store = sett_store_create (&options);
  unsigned char *state = malloc (SETT_STORE_MAX_STATE);
  assert_non_null (store);
  assert_true (sett_store_forgets (SETT_STORE_TREE));
  assert_false (sett_store_forgets (SETT_STORE_TABLE));
  assert_false (sett_store_forgets (SETT_STORE_COMPACT));
  for (unsigned round = 0; round < 3; round++) {
    for (uint64_t i = 0; i < MOST; i++) {
      const sett_entry entry = add (store, i);
      assert_int_equal (entry.found, SETT_NEW);
      assert_true (!round || entry.ref == words[i]);
      assert_int_equal (sett_store_marks (store, entry.ref), 0);
      sett_store_set_marks (store, entry.ref, 1);
      words[i] = entry.ref;
    }
    assert_true (sett_store_forget (store));
    for (uint64_t i = 0; i < MOST; i += 97)
      assert_int_equal (sett_store_load (store, 0, words[i], state),
                        8 * (1 + i % 20));
  }
  free (state);
  sett_store_destroy (store);
  assert_int_equal (make_set (words, MOST), MOST); /* all differ */
  assert_int_equal (sett_memory_in_use (), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_sort),      cmocka_unit_test (test_runs),
      cmocka_unit_test (test_patience),  cmocka_unit_test (test_tape),
      cmocka_unit_test (test_limit),     cmocka_unit_test (test_damage),
      cmocka_unit_test (test_no_folder), cmocka_unit_test (test_forget),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
