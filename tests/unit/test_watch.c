/* The watch: what is spent is noticed, stays noticed, and is forgotten with new
   orders; who heeds is left in peace.  Its last words are for tests/limits. */

#include "base/watch.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

static void sleep_milliseconds (long n) {
  const struct timespec span = {n / 1000, n % 1000 * 1000000};
  nanosleep (&span, NULL);
}

static unsigned wait_for_spending (void) {
  for (int i = 0; i < 500 && !sett_watch_spent (); i++)
    sleep_milliseconds (10);
  return sett_watch_spent ();
}

static void test_time (void **state) {
  (void)state;
  const double begun = sett_watch_now ();
  sett_watch_begin (&(sett_watch_orders){.seconds = 0.1});
  assert_int_equal (sett_watch_spent (), 0);
  assert_int_equal (wait_for_spending (), SETT_SPENT_TIME);
  assert_true (sett_watch_now () - begun >= 0.1);
  sett_watch_heed (); /* else the process would end in a second */
  sleep_milliseconds (1300);
  sett_watch_begin (&(sett_watch_orders){.seconds = 100});
  assert_int_equal (sett_watch_spent (), 0);
  sett_watch_end ();
}

static void test_heeding_before (void **state) {
  (void)state;
  sett_watch_begin (&(sett_watch_orders){.seconds = 100});
  sett_watch_heed (); /* nothing is spent: nothing is heeded */
  sett_watch_refresh ();
  sett_watch_spend (SETT_SPENT_MEMORY);
  sett_watch_refresh (); /* somebody watches: it stays */
  assert_int_equal (sett_watch_spent (), SETT_SPENT_MEMORY);
  sett_watch_end ();
  assert_int_equal (sett_watch_spent (), SETT_SPENT_MEMORY);
  sett_watch_refresh ();
  assert_int_equal (sett_watch_spent (), 0);
  sett_watch_end (); /* once more does no harm */
}

static void test_memory_and_patience (void **state) {
  (void)state;
  volatile int interrupted = 0;
  sett_watch_begin (
      &(sett_watch_orders){.memory = 1 << 20, .interrupted = &interrupted});
  sleep_milliseconds (60);
  assert_int_equal (sett_watch_spent (), 0);
  void *block = sett_alloc (2 << 20);
  assert_int_equal (wait_for_spending (), SETT_SPENT_MEMORY);
  sett_free (block, 2 << 20);
  sett_watch_heed ();
  interrupted = 1;
  sleep_milliseconds (200);
  assert_int_equal (sett_watch_spent (),
                    SETT_SPENT_MEMORY | SETT_SPENT_PATIENCE);
  sett_watch_end ();
}

static void count (void *context) {
  ++*(int *)context;
}

static void test_duties (void **state) {
  (void)state;
  int performed = 0;
  sett_watch_duty a = {count, &performed, NULL}, b = a, c = a;
  sett_watch_oblige (&a);
  sett_watch_oblige (&b);
  sett_watch_oblige (&c);
  sett_watch_release (&b);
  sett_watch_release (&b);
  sett_watch_release (&c);
  sett_watch_release (&a);
  assert_int_equal (performed, 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_time),
      cmocka_unit_test (test_heeding_before),
      cmocka_unit_test (test_memory_and_patience),
      cmocka_unit_test (test_duties),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
