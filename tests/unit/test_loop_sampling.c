/* Which places are looked at as heads of loops (runtime/sched/loop_sampling.c):
   none that is met once in an execution, all that are met twice, in the second
   execution from the first visit on; and however often a place was looked at
   without a result, it is looked at again after few visits. */

#include "runtime/sched/loop_sampling.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_once (void **state) {
  (void)state;
  for (unsigned run = 0; run < 50; run++) {
    sett_loop_sampling_begin ();
    for (unsigned thread = 0; thread < 60; thread++)
      assert_false (sett_loop_sampling_wants (0x1000, thread));
  }
}

static void test_twice (void **state) {
  (void)state;
  sett_loop_sampling_begin ();
  assert_false (sett_loop_sampling_wants (0x1001, 3));
  assert_false (sett_loop_sampling_wants (0x1001, 4));
  assert_true (sett_loop_sampling_wants (0x1001, 3));
  sett_loop_sampling_begin ();
  assert_true (sett_loop_sampling_wants (0x1001, 5));
}

/* Visits until it is looked at. */
static unsigned visits_to (uintptr_t place) {
  unsigned n = 1;
  while (!sett_loop_sampling_wants (place, 7))
    n++;
  return n;
}

static void test_misses (void **state) {
  (void)state;
  const unsigned all = 2 * LONGEST * PATIENCE;
  unsigned visits = 0, together = 1;
  sett_loop_sampling_begin ();
  assert_int_equal (visits_to (0x1002), 2);
  for (unsigned i = 0; i < all; i++) {
    const int pauses = sett_loop_sampling_missed (0x1002);
    const unsigned now = visits_to (0x1002);
    assert_true (pauses == (now > 1));
    assert_true (i < PATIENCE ? !pauses : 1);
    assert_in_range (now, 1, LONGEST + 1);
    assert_true (!pauses || together >= 2);
    together = pauses ? 1 : together + 1;
    visits += now;
  }
  assert_in_range (visits / all, LONGEST / 8, LONGEST / 4);
}

/* Two places that share a slot. */
static void test_replaced (void **state) {
  (void)state;
  const uintptr_t a = 0x1003;
  uintptr_t b = a + 1;
  while (sett_loop_place_of (b) != sett_loop_place_of (a))
    b++;
  sett_loop_sampling_begin ();
  assert_int_equal (visits_to (a), 2);
  assert_int_equal (visits_to (b), 2);
  assert_false (sett_loop_sampling_missed (a));
  assert_false (sett_loop_sampling_wants (a, 1));
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_once),
      cmocka_unit_test (test_twice),
      cmocka_unit_test (test_misses),
      cmocka_unit_test (test_replaced),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
