/* Traces: filled from a path, written, read again, refused when damaged;
   replayed, and departing where the model differs; walks and simulations. */

#include "kernel/trace.h"
#include "base/terminal.h"
#include "kernel/path.h"
#include "report/steps.h"
#include "search/trace_replay.h"
#include "search/random_walk.h"
#include "toy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char directory[] = "/tmp/sett-test-XXXXXX";

static const char *file_named (const char *name) {
  static char path[64];
  snprintf (path, sizeof path, "%s/%s", directory, name);
  return path;
}

/* The path that takes `choices` in turn, one per step. */
static sett_path walk_path (sett_model *model, const char *choices) {
  sett_path path = {0};
  sett_walk *walk = sett_walk_create (model);
  const sett_move *last = sett_walk_last (walk);
  sett_path_add (&path, &last->step, last->after);
  for (; *choices; choices++) {
    assert_true ((uint32_t)(*choices - '0') < sett_walk_steps (walk)->count);
    sett_walk_take (walk, (uint32_t)(*choices - '0'));
    sett_path_add (&path, &last->step, last->after);
  }
  sett_walk_destroy (walk);
  return path;
}

static sett_trace make_trace (sett_model *model, const char *choices,
                              sett_violation_kind violation,
                              uint32_t transition) {
  char message[200];
  sett_path path = walk_path (model, choices);
  assert_null (sett_path_verify (model, &path, violation, message));
  sett_trace trace;
  sett_trace_fill (&trace, model, &path, violation, transition, "toy.pml",
                   "source \"with\" quotes\n\tand \xc3\xa9", 0);
  sett_path_release (&path);
  return trace;
}

static sett_trace assertion_trace (sett_model *model) {
  return make_trace (model, "000", SETT_VIOLATION_ASSERTION, 2);
}

static sett_trace deadlock_trace (sett_model *model) {
  return make_trace (model, "00000", SETT_VIOLATION_DEADLOCK, SETT_YIELD);
}

static void destroy (sett_model *model) {
  model->destroy (model);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void assert_same_trace (const sett_trace *a, const sett_trace *b) {
  assert_string_equal (a->input, b->input);
  assert_string_equal (a->source, b->source);
  assert_string_equal (a->message, b->message);
  assert_string_equal (a->where, b->where);
  assert_int_equal (a->violation, b->violation);
  assert_int_equal (a->allow_c, b->allow_c);
  assert_int_equal (a->resets, b->resets);
  assert_int_equal (a->merges, b->merges);
  assert_int_equal (a->has_initial, b->has_initial);
  assert_true (a->initial == b->initial);
  assert_int_equal (a->steps.count, b->steps.count);
  for (size_t i = 0; i < a->steps.count; i++) {
    const sett_trace_step *s = a->steps.at + i, *t = b->steps.at + i;
    assert_int_equal (s->transition, t->transition);
    assert_int_equal (s->process, t->process);
    assert_int_equal (s->partner, t->partner);
    assert_int_equal (s->holder, t->holder);
    assert_int_equal (s->has_hash, t->has_hash);
    assert_true (s->hash == t->hash);
    assert_string_equal (s->name, t->name);
    assert_string_equal (s->where, t->where);
    assert_string_equal (s->statement, t->statement);
  }
}

static void test_fill (void **state) {
  (void)state;
  sett_model *model = toy_create (TOY_ASSERTION);
  sett_trace trace = assertion_trace (model);
  assert_string_equal (trace.message, "assertion violated: x < 3");
  assert_string_equal (trace.where, "toy.pml:5");
  assert_int_equal (trace.steps.count, 3);
  assert_int_equal (trace.steps.at[1].holder, 0);
  assert_int_equal (trace.steps.at[2].holder, SETT_NO_PROCESS);
  assert_string_equal (trace.steps.at[0].name, "P (0)");
  sett_trace_release (&trace);
  destroy (model);
}

static void test_round_trip (void **state) {
  (void)state;
  sett_text error = {0};
  sett_model *model = toy_create (TOY_DEADLOCK);
  sett_trace trace = deadlock_trace (model), again;
  assert_int_equal (trace.steps.at[3].partner, 1);
  assert_true (sett_trace_save (&trace, file_named ("a.trace"), &error));
  assert_true (sett_trace_load (&again, file_named ("a.trace"), &error));
  assert_int_equal (error.length, 0);
  assert_same_trace (&trace, &again);
  sett_trace_release (&trace);
  sett_trace_release (&again);
  destroy (model);
}

/* A file without these keys is older than static reductions. */
static void test_static (void **state) {
  (void)state;
  static const char keys[] = ",\"static\":true,\"merging\":true";
  sett_text error = {0}, written = {0};
  sett_model *model = toy_create (TOY_DEADLOCK);
  sett_trace trace = deadlock_trace (model), again;
  trace.resets = trace.merges = 1;
  assert_true (sett_trace_save (&trace, file_named ("s.trace"), &error));
  assert_true (sett_trace_load (&again, file_named ("s.trace"), &error));
  assert_same_trace (&trace, &again);
  sett_trace_release (&again);
  assert_true (sett_text_read_file (&written, file_named ("s.trace")));
  char *at = strstr (written.at, keys);
  assert_non_null (at);
  memset (at, ' ', sizeof keys - 1);
  FILE *file = fopen (file_named ("s.trace"), "w");
  assert_int_equal (fwrite (written.at, 1, written.length, file),
                    written.length);
  fclose (file);
  assert_true (sett_trace_load (&again, file_named ("s.trace"), &error));
  assert_false (again.resets || again.merges);
  sett_trace_release (&trace);
  sett_trace_release (&again);
  sett_text_release (&written);
  destroy (model);
}

static void test_latin_1 (void **state) {
  (void)state;
  sett_text error = {0};
  sett_model *model = toy_create (TOY_ASSERTION);
  sett_trace trace = assertion_trace (model), again;
  sett_strfree (trace.source);
  trace.source = sett_strdup ("caf\xe9");
  assert_true (sett_trace_save (&trace, file_named ("l.trace"), &error));
  assert_true (sett_trace_load (&again, file_named ("l.trace"), &error));
  assert_string_equal (again.source, "caf\xc3\xa9");
  sett_trace_release (&trace);
  sett_trace_release (&again);
  destroy (model);
}

static void test_cannot_save (void **state) {
  (void)state;
  sett_text error = {0};
  sett_model *model = toy_create (TOY_ASSERTION);
  sett_trace trace = assertion_trace (model);
  assert_false (sett_trace_save (&trace, file_named ("no/a.trace"), &error));
  assert_non_null (strstr (error.at, "cannot write"));
  assert_non_null (strstr (error.at, "no/a.trace"));
  sett_text_release (&error);
  sett_trace_release (&trace);
  destroy (model);
}

/*------------------------------------------------------------------------*/
/* Damage. */

static void write_file (const char *path, const char *bytes, size_t length) {
  FILE *file = fopen (path, "w");
  assert_non_null (file);
  assert_int_equal (fwrite (bytes, 1, length, file), length);
  assert_int_equal (fclose (file), 0);
}

/* A file with these contents is refused with a message that contains the
   file's name and `part`. */
static void refused (const char *contents, const char *part) {
  sett_text error = {0};
  sett_trace trace;
  write_file (file_named ("bad.trace"), contents, strlen (contents));
  assert_false (sett_trace_load (&trace, file_named ("bad.trace"), &error));
  if (!strstr (error.at, part) || !strstr (error.at, "bad.trace"))
    fail_msg ("expected '%s', got '%s'", part, error.at);
  sett_text_release (&error);
}

/* The valid trace with the first `from` replaced by `to`. */
static void refused_after (const char *from, const char *to, const char *part) {
  sett_text valid = {0}, damaged = {0};
  sett_model *model = toy_create (TOY_ASSERTION);
  sett_trace trace = assertion_trace (model);
  assert_true (sett_trace_save (&trace, file_named ("v.trace"), &damaged));
  assert_true (sett_text_read_file (&valid, file_named ("v.trace")));
  const char *at = strstr (valid.at, from);
  if (!at)
    fail_msg ("the trace has no '%s'", from);
  sett_text_add_bytes (&damaged, valid.at, (size_t)(at - valid.at));
  sett_text_add (&damaged, to);
  sett_text_add (&damaged, at + strlen (from));
  refused (damaged.at, part);
  sett_text_release (&valid);
  sett_text_release (&damaged);
  sett_trace_release (&trace);
  destroy (model);
}

static void test_damage (void **state) {
  (void)state;
  refused ("", "line 1");
  refused ("{", "line 1");
  refused ("[]", "\"sett-trace\" is missing");
  refused ("{}", "\"sett-trace\" is missing");
  refused ("{\"sett-trace\": 1}", "\"options\" is missing");
  refused_after ("\"sett-trace\": 1", "\"sett-trace\": 2", "version is 2");
  refused_after ("\"sett-trace\": 1", "\"sett-trace\": \"1\"", "whole number");
  refused_after ("\"input\"", "\"inptu\"", "key \"input\" is missing");
  refused_after ("\"model\": \"", "\"model\": 7, \"x\": \"",
                 "\"model\" is not a string");
  refused_after ("\"allow_c\":false", "\"allow_c\":0",
                 "\"allow_c\" is neither true nor false");
  refused_after ("\"static\":false", "\"static\":0",
                 "\"static\" is neither true nor false");
  refused_after ("\"options\": {", "\"options\": 1, \"x\": {",
                 "\"options\" is not an object");
  refused_after ("\"ASSERTION\"", "\"NONSENSE\"", "unknown fault \"NONSENSE\"");
  refused_after ("\"ASSERTION\"", "\"NONE\"", "unknown fault \"NONE\"");
  refused_after ("\"initial\": \"", "\"initial\": \"0", "16 hexadecimal");
  refused_after ("\"steps\": [", "\"steps\": 1, \"x\": [",
                 "\"steps\" is not an array");
  refused_after ("\"steps\": [", "\"steps\": [3,", "step 1: not an object");
  refused_after ("\"process\":0", "\"process\":null", "step 1: \"process\"");
  refused_after ("\"process\":0", "\"process\":65535", "out of range");
  refused_after ("\"transition\":1", "\"transition\":-1",
                 "step 2: \"transition\" is out of range");
  refused_after ("\"transition\":2", "\"transition\":4294967295",
                 "step 3: \"transition\" is out of range");
  refused_after ("\"hash\":\"", "\"hash\":null,\"x\":\"",
                 "step 1: leads to no state");
  refused_after ("\"hash\":\"", "\"hash\":\"X", "16 hexadecimal");
  refused_after ("\"name\":\"P (0)\",", "", "key \"name\" is missing");
}

static void test_missing_file (void **state) {
  (void)state;
  sett_text error = {0};
  sett_trace trace;
  assert_false (sett_trace_load (&trace, file_named ("none"), &error));
  assert_non_null (strstr (error.at, "No such file"));
  sett_text_release (&error);
}

/* Every prefix, and every byte changed in turn: loaded or refused, never a
   crash or a leak. */
static void test_corruption (void **state) {
  (void)state;
  sett_text valid = {0}, error = {0};
  sett_model *model = toy_create (TOY_ASSERTION);
  sett_trace trace = assertion_trace (model);
  assert_true (sett_trace_save (&trace, file_named ("c.trace"), &error));
  assert_true (sett_text_read_file (&valid, file_named ("c.trace")));
  sett_trace_release (&trace);
  for (size_t i = 0; i + 1 < valid.length; i += 3) {
    write_file (file_named ("c.trace"), valid.at, i);
    assert_false (sett_trace_load (&trace, file_named ("c.trace"), &error));
    sett_text_clear (&error);
    const char old = valid.at[i];
    valid.at[i] ^= (char)(1 << i % 7);
    write_file (file_named ("c.trace"), valid.at, valid.length);
    if (sett_trace_load (&trace, file_named ("c.trace"), &error))
      sett_trace_release (&trace);
    sett_text_clear (&error);
    valid.at[i] = old;
  }
  sett_text_release (&valid);
  sett_text_release (&error);
  destroy (model);
}

/*------------------------------------------------------------------------*/
/* Replay. */

typedef struct story {
  sett_steps_style style;
  sett_text text;
  uint64_t moves;
} story;

static void tell (void *context, const sett_move *move) {
  story *s = context;
  assert_int_equal (move->number, s->moves);
  s->moves++;
  sett_steps_show (&s->style, move, &s->text);
}

static story new_story (void) {
  FILE *file = tmpfile ();
  story s = {.style = {.colours = sett_terminal_colours (file)}};
  fclose (file);
  return s;
}

static void test_replay (void **state) {
  (void)state;
  sett_text departure = {0};
  sett_model *model = toy_create (TOY_DEADLOCK);
  sett_trace trace = deadlock_trace (model);
  story s = new_story ();
  assert_true (sett_replay (model, &trace, NULL, tell, &s, &departure));
  assert_int_equal (departure.length, 0);
  assert_int_equal (s.moves, 6);
  assert_string_equal (s.text.at,
                       "     1   P (0)  toy.pml:3  x = x + 1\n"
                       "            x = 1\n"
                       "     2 / P (0)  toy.pml:4  x = x + 1\n"
                       "            x = 2\n"
                       "     3 \\ P (0)  toy.pml:5  assert ((x < 3))\n"
                       "     4   P (0)  toy.pml:6  c!0  -> Q (1)\n"
                       "     5   Q (1)  toy.pml:11  select (x : 0 .. 1)\n"
                       "            x = 0\n");
  sett_text_release (&s.text);
  sett_trace_release (&trace);
  destroy (model);
}

/* A replay on `flaw` departs with a message that contains `part`. */
static void departs (const sett_trace *trace, toy_flaw flaw, const char *part) {
  sett_text departure = {0};
  sett_model *model = toy_create (flaw);
  assert_false (sett_replay (model, trace, NULL, NULL, NULL, &departure));
  if (!strstr (departure.at, part))
    fail_msg ("expected '%s', got '%s'", part, departure.at);
  sett_text_release (&departure);
  model->destroy (model);
}

static void test_departures (void **state) {
  (void)state;
  sett_model *model = toy_create (TOY_DEADLOCK);
  sett_trace trace = deadlock_trace (model);
  departs (&trace, TOY_FINE, "departs at step 5: some process can go on");
  trace.steps.at[4].hash ^= 1;
  departs (&trace, TOY_DEADLOCK, "departs at step 5: the state after it");
  trace.steps.at[3].partner = SETT_NO_PROCESS;
  departs (&trace, TOY_DEADLOCK, "departs at step 4: the recorded process");
  trace.steps.at[1].holder = SETT_NO_PROCESS;
  departs (&trace, TOY_DEADLOCK, "departs at step 2: the state after it");
  trace.steps.at[0].transition = 77;
  departs (&trace, TOY_DEADLOCK,
           "departs at step 1: the recorded process "
           "cannot do this now (P (0), toy.pml:3: x");
  trace.initial ^= 1;
  departs (&trace, TOY_DEADLOCK, "departs at step 0: the initial state");
  sett_trace_release (&trace);
  destroy (model);
}

static void test_no_violation (void **state) {
  (void)state;
  sett_model *model = toy_create (TOY_ASSERTION);
  sett_trace trace = assertion_trace (model);
  departs (&trace, TOY_FINE,
           "departs at step 3: the recorded violation does not happen");
  sett_trace_release (&trace);
  destroy (model);
}

/* Two steps of one statement: the state decides which. */
static void test_same_statement (void **state) {
  (void)state;
  sett_text departure = {0};
  sett_model *model = toy_create (TOY_DEADLOCK);
  sett_path path = walk_path (model, "000010");
  sett_trace trace;
  sett_trace_fill (&trace, model, &path, SETT_VIOLATION_DEADLOCK, SETT_YIELD,
                   "toy.pml", "", 0);
  story s = new_story ();
  assert_false (sett_replay (model, &trace, NULL, tell, &s, &departure));
  assert_non_null (strstr (departure.at, "step 6: this is a valid end state"));
  assert_non_null (strstr (s.text.at, "            prints x is 1\n"));
  sett_text_release (&s.text);
  sett_text_release (&departure);
  sett_path_release (&path);
  sett_trace_release (&trace);
  destroy (model);
}

/*------------------------------------------------------------------------*/
/* Simulation. */

typedef struct audience {
  uint64_t moves;
  uint64_t choices; /* made so far */
  int last_x;
  sett_simulation_end end;
} audience;

static void watch (void *context, const sett_move *move) {
  audience *a = context;
  a->moves = move->number;
  a->last_x = move->after ? move->after[2] : -1;
}

static void leave (void *context, const sett_move *move,
                   sett_simulation_end end) {
  audience *a = context;
  assert_int_equal (move->number, a->moves);
  a->end = end;
}

static long choose_thrice (void *context, const sett_move *last,
                           const sett_sink *steps) {
  audience *a = context;
  (void)last;
  assert_true (steps->count > 0);
  return a->choices++ < 3 ? 0 : -1;
}

static audience simulate (toy_flaw flaw, uint64_t seed, uint64_t steps,
                          int by_hand) {
  audience a = {0};
  sett_model *model = toy_create (flaw);
  const sett_simulation simulation = {
      .seed = seed,
      .steps = steps,
      .choose = by_hand ? choose_thrice : NULL,
      .observe = watch,
      .finish = leave,
      .context = &a,
  };
  const sett_simulation_end end = sett_simulate (model, &simulation);
  assert_int_equal (end, a.end);
  destroy (model);
  return a;
}

static void test_simulate (void **state) {
  (void)state;
  audience a = simulate (TOY_FINE, 1, 100, 0);
  assert_int_equal (a.end, SETT_SIMULATION_VALID_END);
  assert_int_equal (a.moves, 6);
  a = simulate (TOY_ASSERTION, 1, 100, 0);
  assert_int_equal (a.end, SETT_SIMULATION_VIOLATION);
  assert_int_equal (a.moves, 3);
  a = simulate (TOY_FINE, 1, 2, 0);
  assert_int_equal (a.end, SETT_SIMULATION_STEPS);
  assert_int_equal (a.moves, 2);
  a = simulate (TOY_FINE, 1, 100, 1);
  assert_int_equal (a.end, SETT_SIMULATION_STOPPED);
  assert_int_equal (a.moves, 3);
}

/* Both outcomes of the choice occur, and a seed always gives the same. */
static void test_seeds (void **state) {
  (void)state;
  unsigned ends[2] = {0, 0};
  for (uint64_t seed = 0; seed < 64; seed++) {
    const audience a = simulate (TOY_DEADLOCK, seed, 100, 0);
    const audience b = simulate (TOY_DEADLOCK, seed, 100, 0);
    assert_int_equal (a.last_x, b.last_x);
    assert_int_equal (a.end, a.last_x ? SETT_SIMULATION_VALID_END
                                      : SETT_SIMULATION_INVALID_END);
    ends[a.last_x]++;
  }
  assert_true (ends[0] > 16 && ends[1] > 16);
}

static int set_up (void **state) {
  (void)state;
  return mkdtemp (directory) ? 0 : -1;
}

static int clean_up (void **state) {
  (void)state;
  static const char *const names[] = {"a.trace", "s.trace", "l.trace",
                                      "v.trace", "c.trace", "bad.trace"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    unlink (file_named (names[i]));
  return rmdir (directory); /* fails if a temporary file was left behind */
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_fill),
      cmocka_unit_test (test_round_trip),
      cmocka_unit_test (test_static),
      cmocka_unit_test (test_latin_1),
      cmocka_unit_test (test_cannot_save),
      cmocka_unit_test (test_damage),
      cmocka_unit_test (test_missing_file),
      cmocka_unit_test (test_corruption),
      cmocka_unit_test (test_replay),
      cmocka_unit_test (test_departures),
      cmocka_unit_test (test_no_violation),
      cmocka_unit_test (test_same_statement),
      cmocka_unit_test (test_simulate),
      cmocka_unit_test (test_seeds),
  };
  return cmocka_run_group_tests_name ("trace", tests, set_up, clean_up);
}
