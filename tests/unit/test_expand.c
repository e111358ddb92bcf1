/* Expansion: order, loops, faults inside runs, and finding runs again. */

#include "kernel/expand.h"
#include "kernel/path.h"
#include "toy_models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static const unsigned char zero[TOY_MOST];

static void test_no_transient_states (void **state) {
  (void)state;
  toy t;
  toy_counters (&t, 3, 5);
  sett_expander *x = sett_expander_create (&t.model);
  const sett_sink *out = sett_expand (x, zero, t.size);
  assert_int_equal (out->count, 3);
  for (unsigned i = 0; i < 3; i++) {
    assert_int_equal (out->steps[i].process, i);
    assert_int_equal (out->bytes[out->steps[i].offset + i], 1);
  }
  assert_false (sett_expand_stuck (x));
  sett_expander_destroy (x);
}

/* 2^k stable successors in the order of the choices, also when there are more
   transient states than are followed without record. */
static void test_choices_in_order (void **state) {
  (void)state;
  for (unsigned k = 1; k <= 7; k++) {
    toy t;
    toy_run (&t, TOY_CHOICES, k);
    sett_expander *x = sett_expander_create (&t.model);
    const sett_sink *out = sett_expand (x, zero, t.size);
    assert_int_equal (out->count, 1u << k);
    for (uint32_t i = 0; i < out->count; i++) {
      const sett_step *step = &out->steps[i];
      assert_int_equal (step->holder, SETT_NO_PROCESS);
      assert_int_equal (step->transition, 1 + i % 2);
      assert_int_equal (out->bytes[step->offset + TOY_BITS], i);
    }
    sett_expander_destroy (x);
  }
}

static void test_loops_end (void **state) {
  (void)state;
  for (unsigned k = 1; k <= 250; k += 3) {
    toy t;
    toy_run (&t, TOY_LOOP, k);
    sett_expander *x = sett_expander_create (&t.model);
    const sett_sink *out = sett_expand (x, zero, t.size);
    assert_true (out->count >= 1);
    if (k > 32)
      assert_int_equal (out->count, 1 + 0);
    for (uint32_t i = 0; i < out->count; i++)
      assert_int_equal (out->bytes[out->steps[i].offset + TOY_AT], 2);
    toy_run (&t, TOY_ENDLESS, k);
    assert_int_equal (sett_expand (x, zero, t.size)->count, 0);
    assert_false (sett_expand_stuck (x));
    sett_expander_destroy (x);
  }
}

static void test_yield (void **state) {
  (void)state;
  toy t;
  toy_run (&t, TOY_YIELD, 4);
  sett_expander *x = sett_expander_create (&t.model);
  const sett_sink *out = sett_expand (x, zero, t.size);
  assert_int_equal (out->count, 2);
  assert_int_equal (out->steps[0].transition, SETT_YIELD);
  assert_int_equal (out->bytes[out->steps[0].offset + TOY_DONE], 4);
  assert_int_equal (out->steps[1].process, 1);
  sett_expander_destroy (x);
}

static void test_violations_in_runs (void **state) {
  (void)state;
  toy t;
  toy_run (&t, TOY_ASSERT, 6);
  sett_expander *x = sett_expander_create (&t.model);
  const sett_sink *out = sett_expand (x, zero, t.size);
  assert_int_equal (out->count, 2);
  assert_int_equal (out->steps[0].violation, SETT_VIOLATION_ASSERTION);
  assert_int_equal (out->steps[0].size, 0);
  assert_int_equal (out->steps[1].violation, SETT_VIOLATION_NONE);
  assert_int_equal (out->steps[1].size, t.size);

  toy_run (&t, TOY_DIVIDE, 6);
  out = sett_expand (x, zero, t.size);
  assert_int_equal (out->count, 1);
  assert_int_equal (out->steps[0].violation, SETT_VIOLATION_DIVISION);
  assert_int_equal (out->steps[0].size, 0);
  sett_expander_destroy (x);
}

static void test_stuck (void **state) {
  (void)state;
  toy t;
  toy_run (&t, TOY_CHOICES, 2);
  sett_expander *x = sett_expander_create (&t.model);
  const unsigned char after[8] = {[TOY_AT] = 2};
  assert_int_equal (sett_expand (x, after, 8)->count, 0);
  assert_true (sett_expand_stuck (x));
  sett_expander_destroy (x);
}

static void test_find_state (void **state) {
  (void)state;
  toy t;
  toy_run (&t, TOY_CHOICES, 7);
  sett_expander *x = sett_expander_create (&t.model);
  for (unsigned bits = 0; bits < 128; bits++) {
    const unsigned char target[8] = {2, 7, (unsigned char)bits, [7] = 1};
    sett_path path = {.lasso = 0};
    assert_true (sett_expand_find (x, zero, 8, target, 8, NULL, &path));
    assert_int_equal (path.steps.count, 8);
    for (unsigned i = 1; i < 8; i++)
      assert_int_equal (path.steps.at[i].step.transition,
                        1 + (bits >> (7 - i) & 1));
    assert_memory_equal (path.steps.at[7].state, target, 8);
    sett_path_release (&path);
  }
  const unsigned char nowhere[8] = {2, 6};
  sett_path path = {.lasso = 0};
  assert_false (sett_expand_find (x, zero, 8, nowhere, 8, NULL, &path));
  assert_int_equal (path.steps.count, 0);
  sett_expander_destroy (x);
}

static void test_find_violation (void **state) {
  (void)state;
  toy t;
  toy_run (&t, TOY_DIVIDE, 100);
  sett_expander *x = sett_expander_create (&t.model);
  const sett_step violating = sett_expand (x, zero, 8)->steps[0];
  sett_path path = {.lasso = 0};
  assert_true (sett_expand_find (x, zero, 8, NULL, 0, &violating, &path));
  assert_int_equal (path.steps.count, 52);
  assert_null (path.steps.at[51].state);
  sett_path_release (&path);
  sett_expander_destroy (x);
}

static int no_memory_left (void **state) {
  (void)state;
  return sett_memory_in_use () != 0;
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_no_transient_states),
      cmocka_unit_test (test_choices_in_order),
      cmocka_unit_test (test_loops_end),
      cmocka_unit_test (test_yield),
      cmocka_unit_test (test_violations_in_runs),
      cmocka_unit_test (test_stuck),
      cmocka_unit_test (test_find_state),
      cmocka_unit_test (test_find_violation),
  };
  return cmocka_run_group_tests (tests, NULL, no_memory_left);
}
