/* Sets of locks by number (discipline/lock_sets.c) against masks: equal sets
   have equal numbers, for good, and what two have in common is the set of the
   locks that are in both.  In another order, and with locks that are there
   twice, it is the same set. */

#include "discipline/lock_sets.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { LOCKS = 9, SETS = 1 << LOCKS, ROUNDS = 20000, MOST = 3 * LOCKS };

static uint64_t random_state;

static uint32_t next_random (void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(random_state >> 33);
}

/* In an order by chance, some of them more than once. */
static uint32_t number_of_mask (sett_lock_sets *s, unsigned mask) {
  uintptr_t list[MOST];
  size_t count = 0;
  for (unsigned i = 0; i < LOCKS; i++)
    for (uint32_t n = mask >> i & 1 ? 1 + next_random () % 3 : 0; n; n--)
      list[count++] = 0x1000 + 64 * i;
  for (size_t i = count; i > 1; i--) {
    const size_t k = next_random () % i;
    const uintptr_t lock = list[k];
    list[k] = list[i - 1];
    list[i - 1] = lock;
  }
  return sett_lock_sets_number (s, list, count);
}

static void test_numbers (void **unused) {
  uint32_t known[SETS] = {0};
  (void)unused;
  random_state = 1;
  sett_lock_sets *s = sett_lock_sets_create ();
  assert_int_equal (number_of_mask (s, 0), 0);
  for (unsigned i = 0; i < ROUNDS; i++) {
    const unsigned mask = 1 + next_random () % (SETS - 1);
    const uint32_t number = number_of_mask (s, mask);
    assert_true (number && number < s->sets.count);
    assert_true (!known[mask] || known[mask] == number);
    known[mask] = number;
  }
  for (unsigned a = 1; a < SETS; a++)
    for (unsigned b = 1; b < a; b++)
      assert_true (!known[a] || known[a] != known[b]);
  sett_lock_sets_destroy (s);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_common (void **unused) {
  uint32_t known[SETS];
  (void)unused;
  random_state = 2;
  sett_lock_sets *s = sett_lock_sets_create ();
  for (unsigned mask = 0; mask < SETS; mask++)
    known[mask] = number_of_mask (s, mask);
  for (unsigned i = 0; i < ROUNDS; i++) {
    const unsigned a = next_random () % SETS, b = next_random () % SETS;
    const uint32_t common = sett_lock_sets_common (s, known[a], known[b]);
    assert_int_equal (common, known[a & b]);
    assert_int_equal (common, sett_lock_sets_common (s, known[b], known[a]));
  }
  sett_lock_sets_destroy (s);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* What is found may be made there and then. */
static void test_fresh (void **unused) {
  uintptr_t first[] = {8, 16, 24}, second[] = {16, 24, 32}, third[] = {24, 16};
  (void)unused;
  sett_lock_sets *s = sett_lock_sets_create ();
  const uint32_t a = sett_lock_sets_number (s, first, 3);
  const uint32_t b = sett_lock_sets_number (s, second, 3);
  const uint32_t common = sett_lock_sets_common (s, a, b);
  assert_true (common && common != a && common != b);
  assert_int_equal (sett_lock_sets_number (s, third, 2), common);
  assert_int_equal (sett_lock_sets_common (s, a, 0), 0);
  assert_int_equal (sett_lock_sets_common (s, a, a), a);
  sett_lock_sets_destroy (s);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_numbers),
      cmocka_unit_test (test_common),
      cmocka_unit_test (test_fresh),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
