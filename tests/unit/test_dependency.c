/* The dependency of transitions, and what reductions choose by it, on toy
   models whose state spaces are small enough to look at every state: what is
   said to commute does; philosophers disturb their neighbours only; the states
   that ample, persistent and stubborn sets leave contain every deadlock; and a
   model that conceals what it touches makes them lose it. */

#include "base/memory.h"
#include "base/vector.h"
#include "reduce/dependency.h"
#include "reduce/reduce.h"
#include "toy_models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct state {
  unsigned char at[TOY_MOST];
} state;

typedef SETT_VECTOR (state) states;

static int is_among (const states *all, const unsigned char *at,
                     uint32_t size) {
  for (size_t i = 0; i < all->count; i++)
    if (!memcmp (all->at[i].at, at, size))
      return 1;
  return 0;
}

static void add (states *all, const unsigned char *at, uint32_t size) {
  state fresh = {{0}};
  if (is_among (all, at, size))
    return;
  memcpy (fresh.at, at, size);
  SETT_PUSH (*all, fresh);
}

/* The steps of one process, as reductions ask for them. */
static void steps_of (sett_model *model, const unsigned char *at, uint32_t size,
                      unsigned process, sett_sink *sink) {
  uint32_t kept = sink->count;
  model->steps (model, at, size, SETT_NO_PROCESS, sink);
  for (uint32_t i = kept; i < sink->count; i++)
    if (sink->steps[i].process == process)
      sink->steps[kept++] = sink->steps[i];
  sink->count = kept;
}

/* All states that a reducer leaves, and of these the ones without a step. */
static void explore (toy *t, sett_reduction_kind kind, states *all,
                     states *stuck) {
  const sett_reduction reduction = {.kind = kind,
                                    .relates = kind != SETT_REDUCE_NONE};
  t->model.steps_of = steps_of;
  sett_reducer *r = sett_reducer_create (&t->model, &reduction, NULL);
  const unsigned char zero[TOY_MOST] = {0};
  add (all, zero, t->size);
  for (size_t i = 0; i < all->count; i++) {
    const state from = all->at[i];
    const sett_selection s = sett_reducer_select (r, from.at, t->size, 0);
    if (s.stuck)
      add (stuck, from.at, t->size);
    for (uint32_t k = 0; k < s.sink->count; k++)
      add (all, s.sink->bytes + s.sink->steps[k].offset, t->size);
  }
  sett_reducer_destroy (r);
}

static void release (states *all, states *stuck) {
  SETT_RELEASE (*all);
  SETT_RELEASE (*stuck);
}

/*------------------------------------------------------------------------*/

/* The step of a process, if it can go; false: it cannot. */
static int step_of (toy *t, const unsigned char *from, unsigned process,
                    state *to) {
  sett_sink sink;
  int found = 0;
  sett_sink_init (&sink);
  t->model.steps (&t->model, from, t->size, SETT_NO_PROCESS, &sink);
  for (uint32_t i = 0; i < sink.count && !found; i++)
    if (sink.steps[i].process == process) {
      memcpy (to->at, sink.bytes + sink.steps[i].offset, t->size);
      found = 1;
    }
  sett_sink_release (&sink);
  return found;
}

/* Does one after the other lead to the same state, in both orders? */
static int does_commute (toy *t, const unsigned char *at, unsigned a,
                         unsigned b) {
  state x = {{0}}, y = {{0}}, xy = {{0}}, yx = {{0}};
  if (!step_of (t, at, a, &x) || !step_of (t, at, b, &y))
    return 1;
  return step_of (t, x.at, b, &xy) && step_of (t, y.at, a, &yx) &&
         !memcmp (xy.at, yx.at, t->size);
}

static void check_commuting (toy *t, int *some, int *none) {
  states all = {0}, stuck = {0};
  sett_dependency *d = sett_dependency_create (&t->model, 0);
  explore (t, SETT_REDUCE_NONE, &all, &stuck);
  for (size_t i = 0; i < all.count; i++) {
    const sett_position *at[SETT_MOST_PROCESSES];
    const unsigned count =
        sett_dependency_locate (d, all.at[i].at, t->size, at);
    assert_int_equal (count, t->n);
    for (unsigned a = 0; a < count; a++)
      for (unsigned b = 0; b < count; b++) {
        if (a == b)
          continue;
        const int said = sett_dependency_commute (d, at[a], 0, at[b], 0);
        assert_int_equal (said,
                          sett_dependency_commute (d, at[b], 0, at[a], 0));
        *(said ? some : none) = 1;
        if (said)
          assert_true (does_commute (t, all.at[i].at, a, b));
        else /* what does not commute now is disturbed for good */
          assert_true (sett_dependency_pair (d, at[a], at[b])->disturbed & 1);
      }
  }
  sett_dependency_destroy (d);
  release (&all, &stuck);
}

static void test_commuting (void **unused) {
  static toy t;
  int some = 0, none = 0;
  (void)unused;
  toy_counters (&t, 3, 3);
  check_commuting (&t, &some, &none);
  assert_true (some && !none);
  toy_philosophers (&t, 4);
  check_commuting (&t, &some, &none);
  assert_true (some && none);
}

static void test_neighbours (void **unused) {
  enum { COUNT = 5 };
  static toy t;
  const sett_position *at[SETT_MOST_PROCESSES];
  const unsigned char zero[TOY_MOST] = {0};
  (void)unused;
  toy_philosophers (&t, COUNT);
  sett_dependency *d = sett_dependency_create (&t.model, 0);
  assert_int_equal (sett_dependency_locate (d, zero, t.size, at), COUNT);
  for (unsigned a = 0; a < COUNT; a++)
    for (unsigned b = 0; b < COUNT; b++) {
      if (a == b)
        continue;
      /* The left fork, which he is about to take, is his left neighbour's
         right one. */
      const sett_pair *pair = sett_dependency_pair (d, at[a], at[b]);
      assert_int_equal (pair->disturbed & 1, b == (a + COUNT - 1) % COUNT);
      assert_int_equal (pair->enabled & 1, b == (a + COUNT - 1) % COUNT);
    }
  assert_int_equal (sett_dependency_candidates (d, at, COUNT), 0);
  sett_dependency_destroy (d);
}

static void test_situations (void **unused) {
  static toy t;
  const sett_position *at[SETT_MOST_PROCESSES];
  const unsigned char zero[TOY_MOST] = {0};
  (void)unused;
  toy_counters (&t, 3, 3);
  sett_dependency *d = sett_dependency_create (&t.model, 0);
  sett_dependency_locate (d, zero, t.size, at);
  assert_int_equal (sett_dependency_candidates (d, at, 3), 7);
  const uint32_t can = sett_dependency_situation (d, at[0], 1);
  assert_int_not_equal (can, sett_dependency_situation (d, at[0], 0));
  assert_int_not_equal (can, sett_dependency_situation (d, at[1], 1));
  assert_int_equal (can, sett_dependency_situation (d, at[0], 1));
  sett_dependency_destroy (d);
}

/*------------------------------------------------------------------------*/

static const sett_reduction_kind kinds[] = {
    SETT_REDUCE_AMPLE, SETT_REDUCE_PERSISTENT, SETT_REDUCE_STUBBORN};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* Who has nothing to do with others goes alone. */
static void test_counters (void **unused) {
  static toy t;
  const unsigned char zero[TOY_MOST] = {0};
  (void)unused;
  toy_counters (&t, 4, 3);
  t.model.steps_of = steps_of;
  for (int i = 0; i < KINDS; i++) {
    const sett_reduction reduction = {.kind = kinds[i], .relates = 1};
    sett_reducer *r = sett_reducer_create (&t.model, &reduction, NULL);
    sett_selection s = sett_reducer_select (r, zero, t.size, 0);
    assert_int_equal (s.sink->count, 1);
    assert_true (s.reduced && !s.stuck);
    s = sett_reducer_select (r, zero, t.size, 1);
    assert_int_equal (s.sink->count, 4);
    assert_false (s.reduced);
    sett_reducer_destroy (r);
  }
}

static void test_deadlocks (void **unused) {
  static toy t;
  (void)unused;
  for (unsigned n = 2; n <= 5; n++) {
    states all = {0}, stuck = {0};
    toy_philosophers (&t, n);
    explore (&t, SETT_REDUCE_NONE, &all, &stuck);
    assert_int_equal (stuck.count, 1);
    for (int i = 0; i < KINDS; i++) {
      states some = {0}, dead = {0};
      explore (&t, kinds[i], &some, &dead);
      assert_int_equal (dead.count, 1);
      assert_true (is_among (&stuck, dead.at[0].at, t.size));
      for (size_t k = 0; k < some.count; k++)
        assert_true (is_among (&all, some.at[k].at, t.size));
      assert_true (some.count <= all.count);
      release (&some, &dead);
    }
    release (&all, &stuck);
  }
}

/* A model that says nothing of its forks: whoever goes alone goes round for
   ever, and the deadlock is lost. */
static void test_lies (void **unused) {
  static toy t;
  states all = {0}, stuck = {0};
  const sett_position *at[SETT_MOST_PROCESSES];
  unsigned lies = 0;
  (void)unused;
  toy_philosophers (&t, 3);
  memset (t.does, 0, sizeof t.does);
  memset (t.needs, 0, sizeof t.needs);
  for (int i = 0; i < KINDS; i++) {
    explore (&t, kinds[i], &all, &stuck);
    assert_int_equal (stuck.count, 0);
    release (&all, &stuck);
  }
  explore (&t, SETT_REDUCE_NONE, &all, &stuck);
  sett_dependency *d = sett_dependency_create (&t.model, 0);
  for (size_t i = 0; i < all.count; i++) {
    sett_dependency_locate (d, all.at[i].at, t.size, at);
    lies += sett_dependency_commute (d, at[0], 0, at[1], 0) &&
            !does_commute (&t, all.at[i].at, 0, 1);
  }
  assert_true (lies && stuck.count == 1);
  sett_dependency_destroy (d);
  release (&all, &stuck);
}

static void test_memory (void **unused) {
  (void)unused;
  assert_int_equal (sett_memory_in_use (), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_commuting),  cmocka_unit_test (test_neighbours),
      cmocka_unit_test (test_situations), cmocka_unit_test (test_counters),
      cmocka_unit_test (test_deadlocks),  cmocka_unit_test (test_lies),
      cmocka_unit_test (test_memory),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
