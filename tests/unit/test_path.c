/* Paths: verification accepts what the model does and nothing else. */

#include "kernel/expand.h"
#include "kernel/path.h"
#include "toy_models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>

static const unsigned char zero[TOY_MOST];

static void begin (sett_model *model, sett_path *path) {
  sett_sink sink;
  sett_sink_init (&sink);
  model->initial (model, &sink);
  sett_path_add (path, &sink.steps[0], sink.bytes);
  sett_sink_release (&sink);
}

/* Adds the step of a process out of the last state. */
static void move (sett_model *model, sett_path *path, unsigned process) {
  const sett_path_step *last = &path->steps.at[path->steps.count - 1];
  sett_sink sink;
  sett_sink_init (&sink);
  model->steps (model, last->state, last->step.size, last->step.holder, &sink);
  for (uint32_t i = 0; i < sink.count; i++)
    if (sink.steps[i].process == process) {
      sett_path_add (path, &sink.steps[i], sink.bytes + sink.steps[i].offset);
      break;
    }
  sett_sink_release (&sink);
}

/* Every philosopher takes the left fork. */
static void philosophers_path (toy *t, sett_path *path) {
  toy_philosophers (t, 4);
  begin (&t->model, path);
  for (unsigned i = 0; i < 4; i++)
    move (&t->model, path, i);
}

static void test_deadlock (void **state) {
  (void)state;
  toy t;
  char message[200];
  sett_path path = {.lasso = 0};
  philosophers_path (&t, &path);
  assert_null (
      sett_path_verify (&t.model, &path, SETT_VIOLATION_DEADLOCK, message));
  assert_non_null (
      sett_path_verify (&t.model, &path, SETT_VIOLATION_ASSERTION, message));
  sett_path_release (&path);
}

static void test_deadlock_that_is_none (void **state) {
  (void)state;
  toy t;
  char message[200];
  sett_path path = {.lasso = 0};
  toy_philosophers (&t, 4);
  begin (&t.model, &path);
  move (&t.model, &path, 0);
  assert_non_null (
      sett_path_verify (&t.model, &path, SETT_VIOLATION_DEADLOCK, message));
  sett_path_release (&path);

  toy_run (&t, TOY_CHOICES, 1); /* ends properly */
  begin (&t.model, &path);
  move (&t.model, &path, 0);
  move (&t.model, &path, 0);
  assert_int_equal (path.steps.count, 3);
  assert_string_equal (
      sett_path_verify (&t.model, &path, SETT_VIOLATION_DEADLOCK, message),
      "the last state of the path is a proper end");
  sett_path_release (&path);
}

/* Every field of every step matters. */
static void test_forged_steps (void **state) {
  (void)state;
  for (unsigned at = 0; at <= 4; at++)
    for (unsigned forgery = 0; forgery < 6; forgery++) {
      toy t;
      char message[200];
      sett_path path = {.lasso = 0};
      philosophers_path (&t, &path);
      sett_path_step *step = &path.steps.at[at];
      step->step.transition ^= forgery == 0;
      step->step.process ^= forgery == 1;
      step->step.partner ^= forgery == 2;
      step->step.holder ^= forgery == 3;
      step->step.violation ^= forgery == 4;
      step->state[0] ^= forgery == 5;
      const char *wrong =
          sett_path_verify (&t.model, &path, SETT_VIOLATION_DEADLOCK, message);
      assert_non_null (wrong);
      char expected[80];
      snprintf (expected, sizeof expected,
                "the model does not offer step %u of 4", at);
      assert_string_equal (wrong, expected);
      sett_path_release (&path);
    }
}

static void test_missing_step (void **state) {
  (void)state;
  toy t;
  char message[200];
  sett_path path = {.lasso = 0};
  assert_non_null (
      sett_path_verify (&t.model, &path, SETT_VIOLATION_DEADLOCK, message));
  philosophers_path (&t, &path);
  sett_free (path.steps.at[2].state, path.steps.at[2].step.size);
  memmove (&path.steps.at[2], &path.steps.at[3], 2 * sizeof path.steps.at[0]);
  path.steps.count--;
  assert_non_null (
      sett_path_verify (&t.model, &path, SETT_VIOLATION_DEADLOCK, message));
  sett_path_release (&path);
}

/* A step after one that has no next state. */
static void test_step_after_violation (void **state) {
  (void)state;
  toy t;
  char message[200];
  toy_run (&t, TOY_DIVIDE, 0); /* step, fault */
  t.n = 1;
  sett_path path = {.lasso = 0};
  begin (&t.model, &path);
  move (&t.model, &path, 0);
  move (&t.model, &path, 0);
  assert_null (
      sett_path_verify (&t.model, &path, SETT_VIOLATION_DIVISION, message));
  sett_path_add (&path, &path.steps.at[2].step, NULL);
  assert_non_null (
      sett_path_verify (&t.model, &path, SETT_VIOLATION_DIVISION, message));
  sett_path_release (&path);
}

/* Paths through transient states, as the expander finds them. */
static void test_runs (void **state) {
  (void)state;
  toy t;
  char message[200];
  toy_run (&t, TOY_ASSERT, 20);
  sett_expander *x = sett_expander_create (&t.model);
  const sett_step faulty = sett_expand (x, zero, t.size)->steps[0];
  sett_path path = {.lasso = 0};
  begin (&t.model, &path);
  assert_true (sett_expand_find (x, zero, t.size, NULL, 0, &faulty, &path));
  assert_null (
      sett_path_verify (&t.model, &path, SETT_VIOLATION_ASSERTION, message));
  assert_string_equal (
      sett_path_verify (&t.model, &path, SETT_VIOLATION_DEADLOCK, message),
      "the path does not end in a stable state");
  sett_path_release (&path);
  sett_expander_destroy (x);
}

static int no_memory_left (void **state) {
  (void)state;
  return sett_memory_in_use () != 0;
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_deadlock),
      cmocka_unit_test (test_deadlock_that_is_none),
      cmocka_unit_test (test_forged_steps),
      cmocka_unit_test (test_missing_step),
      cmocka_unit_test (test_step_after_violation),
      cmocka_unit_test (test_runs),
  };
  return cmocka_run_group_tests (tests, NULL, no_memory_left);
}
