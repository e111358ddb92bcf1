/* Lassos: verification accepts runs that the claim accepts and nothing else;
   they survive a trace file, are replayed, and are shown with their cycle.

   The model has two counters modulo 3, each moved by its process.  Proposition
   0 holds when the first counter is 0, proposition 1 when the second is. */

#include "base/terminal.h"
#include "kernel/lasso.h"
#include "kernel/trace.h"
#include "report/steps.h"
#include "search/trace_replay.h"
#include "toy_models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned ends; /* when the first counter is that, nothing moves */

static uint64_t propositions (sett_model *model, const unsigned char *state,
                              uint32_t size) {
  (void)model, (void)size;
  return (uint64_t)(state[0] == 0) | (uint64_t)(state[1] == 0) << 1;
}

static void steps (sett_model *model, const unsigned char *state, uint32_t size,
                   unsigned holder, sett_sink *sink) {
  if (!ends || state[0] != ends)
    toy_counters_steps (model, state, size, holder, sink);
}

static void show_changes (sett_model *model, const unsigned char *before,
                          uint32_t before_size, const unsigned char *after,
                          uint32_t after_size, int indent,
                          struct sett_text *text) {
  (void)model, (void)before, (void)before_size, (void)after_size;
  sett_text_addf (text, "%*s%u %u\n", indent, "", after[0], after[1]);
}

static void make_model (toy *t, unsigned end) {
  toy_counters (t, 2, 3);
  t->model.steps = steps;
  t->model.propositions = propositions;
  t->model.show_changes = show_changes;
  ends = end;
}

/* The run in which these processes move in turn. */
static sett_path run (sett_model *model, const char *movers, int lasso,
                      size_t cycle) {
  sett_path path = {.lasso = lasso, .cycle = cycle};
  sett_walk *walk = sett_walk_create (model);
  const sett_move *last = sett_walk_last (walk);
  sett_path_add (&path, &last->step, last->after);
  for (; *movers; movers++) {
    sett_walk_steps (walk);
    sett_walk_take (walk, (uint32_t)(*movers - '0'));
    sett_path_add (&path, &last->step, last->after);
  }
  sett_walk_destroy (walk);
  return path;
}

/* Accepts when proposition 0 holds again and again, and proposition 1 does
   always, from some state on. */
static sett_claim make_claim (void) {
  sett_claim claim = {.violation = SETT_VIOLATION_LTL};
  for (unsigned q = 0; q < 3; q++)
    sett_claim_add_state (&claim, q == 2);
  sett_claim_add_edge (&claim, 0, 0, 0, 0);
  sett_claim_add_edge (&claim, 0, 1, 2, 0);
  sett_claim_add_edge (&claim, 1, 1, 2, 0);
  sett_claim_add_edge (&claim, 1, 2, 3, 0);
  sett_claim_add_edge (&claim, 2, 1, 2, 0);
  sett_claim_add_edge (&claim, 2, 2, 3, 0);
  return claim;
}

static void test_verification (void **state) {
  (void)state;
  static const struct {
    const char *movers;
    size_t cycle;
    unsigned end;
    int fair;
    const char *wrong; /* null: accepted */
  } rows[] = {
      {"000", 0, 0, 0, NULL},
      {"0111000", 4, 0, 0, NULL},
      {"000", 0, 0, 1, "process 1 can always move in the cycle and does not"},
      {"000111", 0, 0, 0, "the claim does not accept the run"},
      {"111", 0, 0, 0, "the claim does not accept the run"},
      {"00", 0, 0, 0, "the cycle does not lead back to its beginning"},
      {"0001", 1, 0, 0, "the cycle does not lead back to its beginning"},
      {"000", 3, 0, 0, "the run can go on where it is said to end"},
      {"000", 4, 0, 0, "the cycle does not begin in a stable state"},
      {"0", 1, 1, 1, "the claim does not accept the run"},
  };
  sett_claim claim = make_claim ();
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    toy t;
    char message[200];
    make_model (&t, rows[i].end);
    sett_path path = run (&t.model, rows[i].movers, 1, rows[i].cycle);
    const char *wrong =
        sett_lasso_verify (&t.model, &path, &claim, rows[i].fair, message);
    if (rows[i].wrong) {
      assert_non_null (wrong);
      assert_string_equal (wrong, rows[i].wrong);
    } else
      assert_null (wrong);
    sett_path_release (&path);
  }
  sett_claim_release (&claim);
}

/* A run that ends stays where it is, and is fair. */
static void test_stuttering (void **state) {
  (void)state;
  toy t;
  char message[200];
  sett_claim claim = {.violation = SETT_VIOLATION_LTL};
  sett_claim_add_state (&claim, 1);
  sett_claim_add_state (&claim, 1);
  sett_claim_add_edge (&claim, 0, 0, 1, 0); /* 0 holds, then never again */
  sett_claim_add_edge (&claim, 0, 1, 0, 1);
  sett_claim_add_edge (&claim, 1, 1, 0, 1);
  make_model (&t, 2);
  sett_path path = run (&t.model, "00", 1, 2);
  assert_null (sett_lasso_verify (&t.model, &path, &claim, 0, message));
  assert_null (sett_lasso_verify (&t.model, &path, &claim, 1, message));
  path.steps.at[2].state[1] ^= 1;
  assert_string_equal (sett_lasso_verify (&t.model, &path, &claim, 0, message),
                       "the model does not offer step 2 of 2");
  sett_path_release (&path);
  sett_claim_release (&claim);
}

/* The claim ends when proposition 0 does not hold for the second time. */
static void test_final (void **state) {
  (void)state;
  toy t;
  char message[200];
  sett_claim claim = {.violation = SETT_VIOLATION_CLAIM_ENDED};
  for (unsigned q = 0; q < 3; q++)
    sett_claim_add_state (&claim, 0);
  claim.states.at[2].final = 1;
  sett_claim_add_edge (&claim, 0, 0, 1, 0);
  sett_claim_add_edge (&claim, 0, 1, 0, 1);
  sett_claim_add_edge (&claim, 1, 2, 0, 1);
  make_model (&t, 0);
  static const char *const runs[] = {"", "0", "00", "001", "1", "10"};
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    sett_path path = run (&t.model, runs[i], 0, 0);
    const char *wrong = sett_lasso_verify (&t.model, &path, &claim, 0, message);
    assert_int_equal (!wrong, i == 2 || i == 3);
    sett_path_release (&path);
  }
  sett_claim_release (&claim);
}

/*------------------------------------------------------------------------*/
/* Traces. */

typedef struct story {
  sett_steps_style style;
  sett_text text;
  const sett_trace *trace;
} story;

static void tell (void *context, const sett_move *move) {
  story *s = context;
  const sett_trace *trace = s->trace;
  sett_steps_show (&s->style, move, &s->text);
  if (move->number == trace->cycle)
    sett_steps_show_cycle (&s->style, trace->cycle, &s->text);
  if (move->number == trace->steps.count) {
    sett_steps_show_return (&s->style, trace->cycle, move->number, &s->text);
    sett_steps_show_violation (&s->style, move, trace->violation, &s->text);
  }
}

static sett_trace make_trace (sett_model *model, const char *movers,
                              size_t cycle, int fair) {
  sett_trace trace;
  sett_path path = run (model, movers, 1, cycle);
  sett_trace_fill (&trace, model, &path, SETT_VIOLATION_LTL, SETT_YIELD,
                   "toy.pml", "source", 0);
  sett_trace_set_property (&trace, "ltl", NULL, "[] \"p\"", fair);
  sett_path_release (&path);
  return trace;
}

static sett_trace save_and_load (const sett_trace *trace) {
  char file[] = "/tmp/sett-test-lasso-XXXXXX";
  sett_text error = {0};
  sett_trace loaded;
  close (mkstemp (file));
  assert_true (sett_trace_save (trace, file, &error));
  assert_true (sett_trace_load (&loaded, file, &error));
  assert_int_equal (error.length, 0);
  unlink (file);
  return loaded;
}

static void test_trace (void **state) {
  (void)state;
  toy t;
  make_model (&t, 0);
  sett_claim claim = make_claim ();
  sett_trace trace = make_trace (&t.model, "0111000", 4, 0);
  sett_trace loaded = save_and_load (&trace);
  assert_true (loaded.lasso);
  assert_int_equal (loaded.cycle, 4);
  assert_int_equal (loaded.violation, SETT_VIOLATION_LTL);
  assert_string_equal (loaded.where, "");
  assert_string_equal (loaded.property.kind, "ltl");
  assert_null (loaded.property.name);
  assert_string_equal (loaded.property.formula, "[] \"p\"");
  assert_false (loaded.property.fair);
  sett_text departure = {0};
  const sett_colours none = {"", "", "", "", "", ""};
  story s = {.style = {.colours = &none}, .trace = &loaded};
  assert_true (sett_replay (&t.model, &loaded, &claim, tell, &s, &departure));
  assert_non_null (strstr (s.text.at, "     4   P (1)  toy:1  step\n"
                                      "            1 0\n"
                                      "       --- the cycle begins here, after "
                                      "step 4\n     5"));
  assert_non_null (strstr (s.text.at, "            1 0\n"
                                      "       --- back to step 5, forever\n"
                                      "         ^ temporal property "
                                      "violated\n"));
  sett_text_release (&s.text);
  sett_text_release (&departure);
  sett_trace_release (&trace);
  sett_trace_release (&loaded);
  sett_claim_release (&claim);
}

static void departs (sett_model *model, const sett_trace *trace,
                     const sett_claim *claim, const char *why) {
  sett_text departure = {0};
  assert_false (sett_replay (model, trace, claim, NULL, NULL, &departure));
  assert_string_equal (sett_text_get (&departure), why);
  sett_text_release (&departure);
}

static void test_departures (void **state) {
  (void)state;
  toy t;
  make_model (&t, 0);
  sett_claim claim = make_claim ();
  sett_trace trace = make_trace (&t.model, "000", 0, 0);
  departs (&t.model, &trace, NULL,
           "departs at step 3: the property is not known");
  trace.cycle = 1;
  departs (&t.model, &trace, &claim,
           "departs at step 3: the cycle does not lead back to its beginning");
  trace.cycle = 0;
  trace.property.fair = 1;
  departs (&t.model, &trace, &claim,
           "departs at step 3: process 1 can always move in the cycle and does "
           "not");
  trace.property.fair = 0;
  claim.states.at[2].accepting = 0;
  departs (&t.model, &trace, &claim,
           "departs at step 3: the claim does not accept the run");
  sett_trace_release (&trace);
  sett_claim_release (&claim);
}

static void test_bad_cycle (void **state) {
  (void)state;
  toy t;
  make_model (&t, 0);
  char file[] = "/tmp/sett-test-lasso-XXXXXX";
  sett_text error = {0};
  sett_trace loaded, trace = make_trace (&t.model, "000", 0, 0);
  close (mkstemp (file));
  trace.cycle = 4;
  assert_true (sett_trace_save (&trace, file, &error));
  assert_false (sett_trace_load (&loaded, file, &error));
  assert_non_null (strstr (error.at, "\"cycle\" is not the number of a step"));
  sett_text_clear (&error);
  trace.cycle = 0;
  sett_strfree (trace.property.kind);
  trace.property.kind = NULL;
  assert_true (sett_trace_save (&trace, file, &error));
  assert_false (sett_trace_load (&loaded, file, &error));
  assert_non_null (strstr (error.at, "the property is missing"));
  unlink (file);
  sett_text_release (&error);
  sett_trace_release (&trace);
}

static int no_memory_left (void **state) {
  (void)state;
  return sett_memory_in_use () != 0;
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_verification), cmocka_unit_test (test_stuttering),
      cmocka_unit_test (test_final),        cmocka_unit_test (test_trace),
      cmocka_unit_test (test_departures),   cmocka_unit_test (test_bad_cycle),
  };
  return cmocka_run_group_tests (tests, NULL, no_memory_left);
}
