/* Process-local reduction, on all small cases: a choice is either everything,
   or all that one process can do, and that only if nobody else can have to do
   with it (stateless/local_reduction.h). */

#include "stateless/local_reduction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { THREADS = 5 };

/* The last threads that there can be. */
enum { FIRST = SETT_MOST_THREADS - THREADS };

static sett_thread_set set_of (uint64_t mask) {
  sett_thread_set s = SETT_NO_THREADS;
  for (unsigned i = 0; i < THREADS; i++)
    if (mask >> i & 1)
      sett_threads_add (&s, FIRST + i);
  return s;
}

static uint64_t reduce (uint64_t alive, uint64_t local, int signalled,
                        uint64_t enabled) {
  const sett_local_view v = {set_of (alive), set_of (local), signalled};
  const sett_thread_set chosen = sett_local_reduction (&v, set_of (enabled));
  uint64_t mask = 0;
  for (unsigned i = 0; i < THREADS; i++)
    mask |= (uint64_t)sett_threads_have (chosen, FIRST + i) << i;
  return mask;
}

static void check (uint64_t alive, uint64_t local, int signalled,
                   uint64_t enabled) {
  const uint64_t chosen = reduce (alive, local, signalled, enabled);
  assert_int_equal (chosen & ~enabled, 0);
  assert_true (!chosen == !enabled);
  if (chosen == enabled)
    return;
  assert_int_equal (chosen, enabled & alive);
  assert_false (signalled);
  for (unsigned i = 0; i < THREADS; i++)
    if (alive >> i & 1)
      assert_true (local >> i & 1);
}

static void test_all (void **state) {
  (void)state;
  const uint64_t all = (uint64_t)1 << THREADS;
  for (uint64_t alive = 0; alive < all; alive++)
    for (uint64_t local = 0; local < all; local++)
      for (uint64_t enabled = 0; enabled < all; enabled++)
        for (int signalled = 0; signalled < 2; signalled++)
          if (!(local & ~alive))
            check (alive, local, signalled, enabled);
}

static void test_gain (void **state) {
  (void)state;
  assert_int_equal (reduce (6, 6, 0, 15), 6);
  assert_int_equal (reduce (6, 6, 0, 13), 4);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_all),
      cmocka_unit_test (test_gain),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
