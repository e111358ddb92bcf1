/* Arithmetic of virtual time (runtime/sync/time_arithmetic.h): it never goes
   back and never overflows, a time that programs see comes back as it was, and
   who asks again and again sees an hour pass in the end. */

#include "runtime/sync/time_arithmetic.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

static uint64_t random_state = 1;

static uint64_t next_random (void) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return random_state;
}

/* Of every size. */
static uint64_t draw (void) {
  return next_random () >> next_random () % 64;
}

static void test_add (void **unused) {
  (void)unused;
  assert_int_equal (sett_time_add (3, 4), 7);
  assert_int_equal (sett_time_add (SETT_TIME_NEVER, 1), SETT_TIME_NEVER);
  assert_int_equal (sett_time_add (0, UINT64_MAX), SETT_TIME_NEVER);
  for (int i = 0; i < 100000; i++) {
    const uint64_t a = draw () % (SETT_TIME_NEVER + 1), b = draw ();
    const uint64_t sum = sett_time_add (a, b);
    assert_true (sum >= a && sum <= SETT_TIME_NEVER);
    assert_true (sum == SETT_TIME_NEVER || sum == a + b);
    assert_true (sum != SETT_TIME_NEVER || b >= SETT_TIME_NEVER - a);
  }
}

static void test_steps (void **unused) {
  uint64_t before = 0;
  (void)unused;
  assert_int_equal (sett_time_step (0), 1000);
  for (uint32_t i = 0; i < 100; i++) {
    const uint64_t step = sett_time_step (i);
    assert_true (step >= before && step <= 3600 * SETT_TIME_SECOND);
    before = step;
  }
  assert_int_equal (sett_time_step (UINT32_MAX), 3600 * SETT_TIME_SECOND);
}

static void test_lengths (void **unused) {
  (void)unused;
  const struct timespec longest = {.tv_sec = LONG_MAX, .tv_nsec = 999999999};
  const struct timespec odd = {.tv_sec = 1, .tv_nsec = LONG_MAX};
  assert_int_equal (sett_time_of (&longest), SETT_TIME_NEVER);
  assert_int_equal (sett_time_of (&odd), SETT_TIME_NEVER);
  for (int i = 0; i < 100000; i++) {
    const uint64_t length = draw () % SETT_TIME_NEVER;
    const struct timespec t = sett_time_timespec (length);
    const struct timeval v = sett_time_timeval (length);
    assert_true (t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
    assert_true (v.tv_sec == t.tv_sec && v.tv_usec == t.tv_nsec / 1000);
    assert_int_equal (sett_time_of (&t), length);
  }
}

static void test_since_start (void **unused) {
  (void)unused;
  struct timespec t = {.tv_sec = 0, .tv_nsec = 5};
  assert_int_equal (sett_time_since_start (&t), 0);
  t.tv_sec = (time_t)SETT_TIME_START;
  assert_int_equal (sett_time_since_start (&t), 5);
  t.tv_nsec = -1;
  assert_int_equal (sett_time_since_start (&t), 0);
  t = (struct timespec){.tv_sec = LONG_MAX, .tv_nsec = 0};
  assert_int_equal (sett_time_since_start (&t), SETT_TIME_NEVER);
  t.tv_sec = LONG_MIN;
  assert_int_equal (sett_time_since_start (&t), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_add),
      cmocka_unit_test (test_steps),
      cmocka_unit_test (test_lengths),
      cmocka_unit_test (test_since_start),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
