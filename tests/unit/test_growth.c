/* How fast searches grew: the last quarter of known curves. */

#include "report/growth.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static double last_quarter (double (*curve) (double), unsigned samples) {
  sett_growth g = {0};
  for (unsigned i = 1; i <= samples; i++)
    sett_growth_add (&g, i, (uint64_t)(1e6 * curve (i / (double)samples)));
  return sett_growth_of_last_quarter (&g, samples, (uint64_t)(1e6 * curve (1)));
}

static double steady (double x) {
  return x;
}

static double slowing (double x) {
  return sqrt (x);
}

static double square (double x) {
  return x * x;
}

static void is_about (double found, double expected) {
  assert_true (fabs (found - expected) < 0.02);
}

static void test_curves (void **state) {
  (void)state;
  static const unsigned samples[] = {8, 63, 64, 65, 1000, 100000};
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    is_about (last_quarter (steady, samples[i]), 0.25);
    is_about (last_quarter (slowing, samples[i]), 1 - sqrt (0.75));
    is_about (last_quarter (square, samples[i]), 1 - 0.75 * 0.75);
  }
}

static void test_too_few (void **state) {
  (void)state;
  assert_true (last_quarter (steady, 3) < 0);
}

/* A search that begins again has not grown before. */
static void test_again (void **state) {
  (void)state;
  sett_growth g = {0};
  for (unsigned i = 1; i <= 10; i++)
    sett_growth_add (&g, i, 1000 * i);
  for (unsigned i = 11; i <= 20; i++)
    sett_growth_add (&g, i, 10 * (i - 10));
  assert_true (g.used == 10);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_curves),
      cmocka_unit_test (test_too_few),
      cmocka_unit_test (test_again),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
