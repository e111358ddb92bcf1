/* The parts of reductions that know no model: which accesses commute, memos,
   and when something is worth trying.  The table of accesses is compared with
   one that is written down here in words: what two processes may do to one
   object without noticing each other. */

#include "base/memory.h"
#include "kernel/control.h"
#include "reduce/access_table.h"
#include "reduce/backoff.h"
#include "reduce/memo.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Pairs that commute on one object; all others conflict. */
static const unsigned commuting[][2] = {
    {SETT_ACCESS_READ, SETT_ACCESS_READ},
    {SETT_ACCESS_SEND, SETT_ACCESS_RECEIVE},
    {SETT_ACCESS_SEND, SETT_ACCESS_HANDSHAKE},
    {SETT_ACCESS_SEND, SETT_ACCESS_BIRTH},
    {SETT_ACCESS_SEND, SETT_ACCESS_DEATH},
    {SETT_ACCESS_SEND, SETT_ACCESS_MOVE},
    {SETT_ACCESS_RECEIVE, SETT_ACCESS_HANDSHAKE},
    {SETT_ACCESS_RECEIVE, SETT_ACCESS_BIRTH},
    {SETT_ACCESS_RECEIVE, SETT_ACCESS_DEATH},
    {SETT_ACCESS_RECEIVE, SETT_ACCESS_MOVE},
    {SETT_ACCESS_HANDSHAKE, SETT_ACCESS_BIRTH},
    {SETT_ACCESS_HANDSHAKE, SETT_ACCESS_DEATH},
    {SETT_ACCESS_HANDSHAKE, SETT_ACCESS_MOVE},
    {SETT_ACCESS_BIRTH, SETT_ACCESS_MOVE},
    {SETT_ACCESS_DEATH, SETT_ACCESS_DEATH},
    {SETT_ACCESS_DEATH, SETT_ACCESS_MOVE},
    {SETT_ACCESS_MOVE, SETT_ACCESS_MOVE}};

static int commute (unsigned a, unsigned b) {
  for (size_t i = 0; i < sizeof commuting / sizeof *commuting; i++)
    if ((commuting[i][0] == a && commuting[i][1] == b) ||
        (commuting[i][0] == b && commuting[i][1] == a))
      return 1;
  return 0;
}

static void test_conflicts (void **unused) {
  sett_access_table t;
  (void)unused;
  sett_access_table_fill (&t, 0);
  for (unsigned a = 1; a < 256; a <<= 1)
    for (unsigned b = 1; b < 256; b <<= 1)
      assert_int_equal (!(t.conflicts[a] & b), commute (a, b));
}

/* What a set does is what its members do. */
static void test_sets (void **unused) {
  sett_access_table t;
  (void)unused;
  sett_access_table_fill (&t, 0);
  assert_int_equal (t.conflicts[0] | t.enablers[0] | t.enablers_still[0], 0);
  for (unsigned set = 1; set < 256; set++) {
    const unsigned one = set & -set, rest = set & (set - 1);
    assert_int_equal (t.conflicts[set], t.conflicts[one] | t.conflicts[rest]);
    assert_int_equal (t.enablers[set], t.enablers[one] | t.enablers[rest]);
    assert_int_equal (t.enablers_still[set],
                      t.enablers_still[one] | t.enablers_still[rest]);
    assert_int_equal (t.enablers_still[set] & ~t.enablers[set], 0);
  }
}

static uint32_t next_random (uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 33);
}

/* A memo may forget, but never answers with what was not put last. */
static void test_memo (void **unused) {
  enum { KEYS = 3000, ROUNDS = 60000 };
  sett_memo memo = {0};
  uint64_t state = 1, *last = sett_zalloc (KEYS, sizeof *last), value;
  unsigned found = 0;
  (void)unused;
  for (uint32_t i = 1; i <= ROUNDS; i++) {
    const uint32_t k = next_random (&state) % KEYS;
    const unsigned words = 1 + k % SETT_MEMO_WORDS;
    uint32_t key[SETT_MEMO_WORDS];
    for (unsigned w = 0; w < words; w++)
      key[w] = k / SETT_MEMO_WORDS; /* keys of other lengths begin alike */
    if (sett_memo_get (&memo, key, words, &value)) {
      assert_int_equal (value, last[k]);
      found++;
    }
    last[k] = i;
    sett_memo_put (&memo, key, words, i);
    assert_true (sett_memo_get (&memo, key, words, &value) && value == i);
  }
  assert_true (found > ROUNDS / 2);
  sett_memo_release (&memo);
  sett_free (last, KEYS * sizeof *last);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* The longest time without a try, of so many states. */
static unsigned longest_pause (sett_backoff *b, unsigned states, int helps) {
  unsigned longest = 0, pause = 0;
  for (unsigned i = 0; i < states; i++) {
    if (!sett_backoff_tries (b)) {
      longest = ++pause > longest ? pause : longest;
      continue;
    }
    pause = 0;
    sett_backoff_note (b, helps);
  }
  return longest;
}

static void test_backoff (void **unused) {
  sett_backoff b = {0};
  (void)unused;
  assert_int_equal (longest_pause (&b, SETT_BACKOFF_LEARNS, 0), 0);
  assert_true (sett_backoff_is_out (&b));
  assert_int_equal (longest_pause (&b, 100000, 0), SETT_BACKOFF_PAUSE - 1);
  sett_backoff_wake (&b);
  assert_true (sett_backoff_tries (&b));
  longest_pause (&b, 100000, 1); /* it helps again: found out in time */
  assert_int_equal (longest_pause (&b, 10000, 1), 0);
  assert_false (sett_backoff_is_out (&b));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_conflicts),
      cmocka_unit_test (test_sets),
      cmocka_unit_test (test_memo),
      cmocka_unit_test (test_backoff),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
