/* Searches: every order, store and number of workers against known numbers
   and against a naive search of random graphs. */

#include "volume.h"
#include "search/alone.h"
#include "search/search.h"
#include "search/stack.h"
#include "toy_models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BITS ((size_t)8 << 20)

static const sett_search_options usual = {.store = SETT_STORE_TREE,
                                          .bitstate_bytes = BITS,
                                          .workers = 1,
                                          .check_deadlocks = 1,
                                          .check_assertions = 1};

/* The combinations under which numbers must be the same. */
static const struct variant {
  sett_search_order order;
  sett_store_kind store;
  unsigned workers;
  int check_store;
} variants[] = {
    {SETT_DEPTH_FIRST, SETT_STORE_TREE, 1, 0},
    {SETT_DEPTH_FIRST, SETT_STORE_TABLE, 1, 0},
    {SETT_DEPTH_FIRST, SETT_STORE_TREE, 1, 1},
    {SETT_DEPTH_FIRST, SETT_STORE_TREE, 2, 0},
    {SETT_DEPTH_FIRST, SETT_STORE_TABLE, 3, 0},
    {SETT_DEPTH_FIRST, SETT_STORE_TREE, 4, 1},
    {SETT_DEPTH_FIRST, SETT_STORE_COMPACT, 1, 0},
    {SETT_DEPTH_FIRST, SETT_STORE_COMPACT, 3, 0},
    {SETT_DEPTH_FIRST, SETT_STORE_BITSTATE, 1, 1},
    {SETT_BREADTH_FIRST, SETT_STORE_TREE, 1, 0},
    {SETT_BREADTH_FIRST, SETT_STORE_TABLE, 4, 1},
    {SETT_BREADTH_FIRST, SETT_STORE_COMPACT, 1, 0},
};

#define VARIANTS (sizeof variants / sizeof variants[0])

static sett_search_options vary (const struct variant *variant) {
  sett_search_options options = usual;
  options.order = variant->order;
  options.store = variant->store;
  options.workers = variant->workers;
  options.check_store = variant->check_store;
  return options;
}

static int is_lossy (const struct variant *variant) {
  return variant->store == SETT_STORE_COMPACT ||
         variant->store == SETT_STORE_BITSTATE;
}

static void test_counters (void **state) {
  (void)state;
  toy t;
  toy_counters (&t, 4, 9);
  for (size_t i = 0; i < VARIANTS; i++) {
    const sett_search_options options = vary (&variants[i]);
    sett_result result;
    sett_search (&t.model, &options, &result);
    assert_int_equal (result.verdict, is_lossy (&variants[i])
                                          ? SETT_PROBABILISTIC
                                          : SETT_VERIFIED);
    assert_int_equal (result.statistics.states, 9 * 9 * 9 * 9);
    assert_int_equal (result.statistics.transitions, 4 * 9 * 9 * 9 * 9);
    if (options.order == SETT_BREADTH_FIRST)
      assert_int_equal (result.statistics.depth, 4 * 8);
    assert_int_equal (result.violations.count, 0);
    assert_true (result.statistics.bytes_per_state > 0);
    sett_result_release (&result);
  }
}

static void test_philosophers (void **state) {
  (void)state;
  toy t;
  toy_philosophers (&t, 6);
  for (size_t i = 0; i < VARIANTS; i++) {
    const sett_search_options options = vary (&variants[i]);
    sett_result result;
    sett_search (&t.model, &options, &result);
    assert_int_equal (result.verdict, SETT_VIOLATED);
    assert_int_equal (result.violations.count, 1);
    const sett_violation *found = &result.violations.at[0];
    assert_int_equal (found->violation, SETT_VIOLATION_DEADLOCK);
    assert_int_equal (found->step.transition, SETT_YIELD);
    assert_int_equal (found->step.size, 0);
    if (options.order == SETT_BREADTH_FIRST)
      assert_int_equal (found->path.steps.count, 7);
    sett_result_release (&result);
  }
}

static void test_switched_off (void **state) {
  (void)state;
  toy t;
  sett_result result;
  sett_search_options options = usual;
  options.check_deadlocks = 0;
  toy_philosophers (&t, 4);
  sett_search (&t.model, &options, &result);
  assert_int_equal (result.verdict, SETT_VERIFIED);
  sett_result_release (&result);
  options.check_assertions = 0;
  toy_run (&t, TOY_ASSERT, 10);
  sett_search (&t.model, &options, &result);
  assert_int_equal (result.verdict, SETT_VERIFIED);
  assert_int_equal (result.statistics.states, 2);
  sett_result_release (&result);
}

/* What a search of a random graph must find, by a search that shares nothing
   with the product. */
typedef struct expected {
  uint64_t states, transitions, dead_ends, asserting;
  unsigned edges; /* bit set of the transitions that assert */
} expected;

#define MOST_NODES 20000u

static expected search_graph (const toy *t) {
  static unsigned char seen[MOST_NODES];
  static unsigned queue[MOST_NODES];
  expected e = {.states = 1};
  memset (seen, 0, sizeof seen);
  seen[0] = 1;
  for (unsigned head = 0, tail = 1; head < tail; head++) {
    const unsigned degree = toy_graph_degree (t, queue[head]);
    e.transitions += degree;
    e.dead_ends += degree == 0;
    for (unsigned i = 0; i < degree; i++) {
      const unsigned next = (unsigned)toy_graph_edge (t, queue[head], i);
      if (toy_graph_asserts (t, queue[head], i)) {
        e.asserting++;
        e.edges |= 1u << i;
      }
      if (seen[next])
        continue;
      seen[next] = 1;
      queue[tail++] = next;
      e.states++;
    }
  }
  return e;
}

static unsigned distinct (const expected *e) {
  const uint64_t kept = e->dead_ends + (uint64_t)__builtin_popcount (e->edges);
  return kept > 100 ? 100 : (unsigned)kept;
}

static void test_graphs (void **state) {
  (void)state;
  for (unsigned seed = 1; seed <= volume (12); seed++)
    for (size_t i = 0; i < VARIANTS; i++) {
      toy t;
      toy_graph (&t, seed, seed % 3 ? 50 * seed : MOST_NODES, seed % 2);
      const expected e = search_graph (&t);
      sett_search_options options = vary (&variants[i]);
      options.all_errors = 1;
      sett_result result;
      sett_search (&t.model, &options, &result);
      assert_string_equal (result.message,
                           is_lossy (&variants[i]) && options.check_store
                               ? "the store left out 0 states"
                               : "");
      assert_int_equal (result.statistics.states, e.states);
      assert_int_equal (result.statistics.transitions, e.transitions);
      assert_int_equal (result.violations_seen, e.dead_ends + e.asserting);
      if (e.dead_ends + e.asserting <= 100)
        assert_int_equal (result.violations.count, distinct (&e));
      else
        assert_true (result.violations.count <= 200); /* 100 of each kind */
      sett_result_release (&result);
    }
}

static void test_runs (void **state) {
  (void)state;
  static const struct {
    toy_run_kind kind;
    unsigned k;
    sett_verdict verdict;
    sett_violation_kind violation;
    unsigned states; /* unless violated */
    size_t steps;    /* of the path */
  } rows[] = {
      {TOY_CHOICES, 5, SETT_VERIFIED, SETT_VIOLATION_NONE, 33, 0},
      {TOY_LOOP, 200, SETT_VERIFIED, SETT_VIOLATION_NONE, 2, 0},
      {TOY_ENDLESS, 200, SETT_VERIFIED, SETT_VIOLATION_NONE, 1, 0},
      {TOY_YIELD, 3, SETT_VERIFIED, SETT_VIOLATION_NONE, 5, 0},
      {TOY_ASSERT, 8, SETT_VIOLATED, SETT_VIOLATION_ASSERTION, 0, 7},
      {TOY_DIVIDE, 8, SETT_VIOLATED, SETT_VIOLATION_DIVISION, 0, 7},
  };
  for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++)
    for (unsigned workers = 1; workers <= 2; workers++) {
      toy t;
      toy_run (&t, rows[row].kind, rows[row].k);
      sett_search_options options = usual;
      options.workers = workers;
      sett_result result;
      sett_search (&t.model, &options, &result);
      assert_int_equal (result.verdict, rows[row].verdict);
      if (result.verdict == SETT_VERIFIED)
        assert_int_equal (result.statistics.states, rows[row].states);
      else {
        assert_int_equal (result.violations.at[0].violation,
                          rows[row].violation);
        assert_int_equal (result.violations.at[0].path.steps.count,
                          rows[row].steps);
      }
      sett_result_release (&result);
    }
}

static void test_depth_limit (void **state) {
  (void)state;
  toy t;
  toy_counters (&t, 2, 10);
  for (unsigned order = 0; order < 2; order++)
    for (unsigned limit = 1; limit < 15; limit++) {
      sett_search_options options = usual;
      options.order = (sett_search_order)order;
      options.depth = limit;
      sett_result result;
      sett_search (&t.model, &options, &result);
      assert_int_equal (result.verdict, SETT_BOUNDED);
      assert_int_equal (result.limits_hit, SETT_LIMIT_DEPTH);
      assert_int_equal (result.statistics.depth, limit);
      if (order == SETT_BREADTH_FIRST && limit < 10)
        assert_int_equal (result.statistics.states,
                          (limit + 1) * (limit + 2) / 2);
      sett_result_release (&result);
    }
}

static void test_time_limit (void **state) {
  (void)state;
  toy t;
  toy_counters (&t, 8, 100);
  for (unsigned workers = 1; workers <= 2; workers++) {
    sett_search_options options = usual;
    options.workers = workers;
    options.seconds = 0.05;
    sett_result result;
    sett_search (&t.model, &options, &result);
    assert_int_equal (result.verdict, SETT_BOUNDED);
    assert_int_equal (result.limits_hit, SETT_LIMIT_TIME);
    assert_true (result.statistics.seconds < 5);
    sett_result_release (&result);
  }
}

static void test_memory_limit (void **state) {
  (void)state;
  toy t;
  toy_counters (&t, 8, 100);
  for (size_t i = 0; i < VARIANTS; i++) {
    if (variants[i].store == SETT_STORE_BITSTATE)
      continue;
    const sett_search_options options = vary (&variants[i]);
    sett_memory_limit ((size_t)volume (24) << 20);
    sett_result result;
    sett_search (&t.model, &options, &result);
    sett_memory_limit (0);
    assert_int_equal (result.verdict, SETT_BOUNDED);
    assert_int_equal (result.limits_hit, SETT_LIMIT_MEMORY);
    sett_result_release (&result);
  }
}

static void count_calls (void *context, const sett_statistics *statistics) {
  assert_true (statistics->seconds >= 0);
  ++*(unsigned *)context;
}

static unsigned accelerations;

static void accelerate (sett_model *model, double seconds) {
  (void)model, (void)seconds;
  accelerations++;
}

static void test_interrupt_and_progress (void **state) {
  (void)state;
  toy t;
  toy_counters (&t, 5, 10);
  t.model.accelerate = accelerate;
  atomic_int interrupted = 0;
  unsigned calls = 0;
  sett_search_options options = usual;
  options.interrupted = &interrupted;
  options.progress = count_calls;
  options.context = &calls;
  sett_result result;
  sett_search (&t.model, &options, &result);
  assert_int_equal (result.verdict, SETT_VERIFIED);
  assert_true (calls > 0 && accelerations > 0);
  sett_result_release (&result);
  interrupted = 1;
  sett_search (&t.model, &options, &result);
  assert_int_equal (result.verdict, SETT_BOUNDED);
  assert_int_equal (result.limits_hit, SETT_LIMIT_INTERRUPT);
  sett_result_release (&result);
}

/* By the threads of a rank that is the only one: what one worker finds breadth
   first, or a part of it. */
static void test_alone (void **state) {
  (void)state;
  toy t;
  toy_counters (&t, 5, 10);
  atomic_int interrupted = 0;
  sett_search_options options = usual;
  sett_result one, some;
  options.order = SETT_BREADTH_FIRST;
  sett_search (&t.model, &options, &one);
  options.transport = sett_transport_alone ();
  options.workers = 3;
  options.interrupted = &interrupted;
  sett_search (&t.model, &options, &some);
  assert_int_equal (some.verdict, SETT_VERIFIED);
  assert_int_equal (some.statistics.states, one.statistics.states);
  assert_int_equal (some.statistics.transitions, one.statistics.transitions);
  assert_int_equal (some.statistics.depth, one.statistics.depth);
  sett_result_release (&some);
  interrupted = 1;
  sett_search (&t.model, &options, &some);
  assert_int_equal (some.verdict, SETT_BOUNDED);
  assert_int_equal (some.limits_hit, SETT_LIMIT_INTERRUPT);
  assert_true (some.statistics.states < one.statistics.states);
  sett_result_release (&some);
  sett_result_release (&one);
}

/* A model that contradicts itself when a path is run again. */
static unsigned fickle_calls;

static void fickle_steps (sett_model *model, const unsigned char *state,
                          uint32_t size, unsigned holder, sett_sink *sink) {
  (void)model, (void)holder;
  if (state[0] == 0)
    toy_step (sink, state, size, 0, 0)[0] = 1;
  else if (fickle_calls++)
    toy_step (sink, state, size, 1, 0)[0] = 2;
}

static void test_unverified_path (void **state) {
  (void)state;
  toy t;
  toy_counters (&t, 1, 3);
  t.model.steps = fickle_steps;
  sett_result result;
  sett_search (&t.model, &usual, &result);
  assert_int_equal (result.verdict, SETT_ERROR);
  assert_string_equal (result.message,
                       "a counter-example could not be verified: the last "
                       "state of the path has a step");
  assert_int_equal (result.violations.count, 0);
  sett_result_release (&result);
}

/* The model complains of the states in which the first counter is 2. */
static unsigned complain (sett_model *model, const unsigned char *state,
                          uint32_t size, unsigned *process,
                          uint32_t *transition) {
  (void)model, (void)size;
  *process = 1;
  *transition = 1;
  return state[0] == 2 ? SETT_VIOLATION_CHANNEL_OVERFLOW : SETT_VIOLATION_NONE;
}

static void test_complaints (void **state) {
  (void)state;
  toy t;
  toy_counters (&t, 2, 4);
  t.model.complaint = complain;
  for (size_t i = 0; i < VARIANTS; i++)
    for (int all = 0; all < 2; all++) {
      sett_search_options options = vary (&variants[i]);
      options.all_errors = all;
      sett_result result;
      sett_search (&t.model, &options, &result);
      assert_int_equal (result.verdict, SETT_VIOLATED);
      assert_int_equal (result.violations.count, 1);
      assert_true (!all || result.violations_seen == 4);
      const sett_violation *found = &result.violations.at[0];
      assert_int_equal (found->violation, SETT_VIOLATION_CHANNEL_OVERFLOW);
      assert_int_equal (found->step.transition, 1);
      const sett_path *path = &found->path;
      assert_int_equal (path->steps.at[path->steps.count - 1].state[0], 2);
      sett_result_release (&result);
    }
}

static void faulty_initial (sett_model *model, sett_sink *sink) {
  toy_initial (model, sink);
  toy_violation (sink, SETT_VIOLATION_STATE_TOO_LARGE);
}

static void test_initial_violation (void **state) {
  (void)state;
  toy t;
  toy_counters (&t, 2, 2);
  t.model.initial = faulty_initial;
  sett_result result;
  sett_search (&t.model, &usual, &result);
  assert_int_equal (result.verdict, SETT_VIOLATED);
  assert_int_equal (result.violations.at[0].violation,
                    SETT_VIOLATION_STATE_TOO_LARGE);
  assert_int_equal (result.violations.at[0].path.steps.count, 1);
  sett_result_release (&result);
}

/* What the self-check of the model says of it; null: nothing. */
static void assert_said (toy *t, const char *said) {
  sett_search_options options = usual;
  options.check_model = 1;
  options.check_deadlocks = 0;
  sett_result result;
  sett_search (&t->model, &options, &result);
  assert_int_equal (result.verdict, said ? SETT_ERROR : SETT_VERIFIED);
  assert_true (!said == !result.message[0]);
  if (said)
    assert_non_null (strstr (result.message, said));
  sett_result_release (&result);
}

static void test_model_accesses (void **state) {
  static const char *const said[] = {NULL, "depends on an object",
                                     "changes another process"};
  (void)state;
  toy t;
  for (int lie = 0; lie <= 2; lie++) {
    toy_counters (&t, 3, 6);
    t.lie = lie;
    assert_said (&t, said[lie]);
  }
  toy_philosophers (&t, 5);
  assert_said (&t, NULL);
  const uint32_t right = toy_object (5 + 1);
  t.needs[1][right] = 0;
  assert_said (&t, "by an object that it does not need");
  t.needs[1][right] = SETT_ACCESS_READ;
  t.does[1][right] = SETT_ACCESS_READ;
  assert_said (&t, "changes what it does not declare as written");
  t.does[1][right] = SETT_ACCESS_READ | SETT_ACCESS_WRITE;
  t.does[4][toy_object (0)] = SETT_ACCESS_READ; /* looks at process 0 */
  assert_said (&t, "changes a process without telling");
}

/* Fills a stack as a search would: enters a few states at a time, and finds
   up to three new ones from each.  A state's number is its node's path read
   as digits, so that the path can be checked.  Gives how many are pending. */
static size_t random_stack (sett_stack *stack, unsigned seed, unsigned rounds) {
  memset (stack, 0, sizeof *stack);
  assert_true (sett_stack_fit (stack, 1, 8));
  sett_stack_push (stack, 1, SETT_NO_NODE);
  for (unsigned round = 0; round < rounds; round++) {
    assert_true (sett_stack_fit (stack, 32, 8));
    const unsigned entered = sett_stack_enter (stack, 1 + round % 8);
    const size_t first = stack->nodes_count - entered;
    for (unsigned i = 0; i < entered; i++) {
      const uint64_t handle = stack->nodes[first + i].handle;
      const unsigned children = sett_mix64 (seed * 1000 + handle) % 4;
      for (unsigned c = 0; c < children && handle < UINT64_MAX / 8; c++)
        sett_stack_push (stack, 4 * handle + c, (uint32_t)(first + i));
    }
  }
  return sett_stack_pending (stack);
}

static void check_path (const sett_stack *stack, uint32_t node) {
  for (;; node = stack->nodes[node].parent) {
    const uint32_t parent = stack->nodes[node].parent;
    if (parent == SETT_NO_NODE) {
      assert_int_equal (stack->nodes[node].handle, 1);
      assert_int_equal (stack->nodes[node].depth, 0);
      return;
    }
    assert_true (parent < node);
    assert_true (stack->nodes[parent].handle == stack->nodes[node].handle / 4);
    assert_int_equal (stack->nodes[node].depth, stack->nodes[parent].depth + 1);
  }
}

/* Empties a stack, collects the states, checks the way to each. */
static void drain (sett_stack *stack, uint64_t *met, size_t *count) {
  unsigned entered;
  do {
    assert_true (sett_stack_fit (stack, 0, 5));
    entered = sett_stack_enter (stack, 5);
    for (unsigned i = 0; i < entered; i++) {
      const uint32_t node = (uint32_t)(stack->nodes_count - entered + i);
      met[(*count)++] = stack->nodes[node].handle;
      check_path (stack, node);
    }
  } while (entered);
}

static int by_number (const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a;
  const uint64_t y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void test_stack_split (void **state) {
  (void)state;
  static uint64_t met[4000], whole[4000];
  for (unsigned seed = 0; seed < 200; seed++) {
    sett_stack stack, other, parts[3];
    sett_keep keep = {.in_store = 1};
    const size_t total = random_stack (&stack, seed, seed % 40);
    int enough = 1;
    size_t count = 0, all = 0;
    assert_int_equal (random_stack (&other, seed, seed % 40), total);
    drain (&other, whole, &all);
    sett_stack_release (&other);
    for (unsigned i = 0; i < 3; i++) {
      memset (&parts[i], 0, sizeof parts[i]);
      const size_t before = sett_stack_pending (&stack);
      assert_int_equal (
          sett_stack_split (&stack, &keep, &parts[i], &keep, &enough),
          before / 2);
      drain (&parts[i], met, &count);
      sett_stack_release (&parts[i]);
    }
    assert_true (enough);
    drain (&stack, met, &count);
    sett_stack_release (&stack);
    assert_int_equal (count, total);
    assert_int_equal (all, total);
    qsort (met, count, sizeof *met, by_number);
    qsort (whole, all, sizeof *whole, by_number);
    assert_memory_equal (met, whole, count * sizeof *met);
  }
}

static int no_memory_left (void **state) {
  (void)state;
  return sett_memory_in_use () != 0;
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_counters),
      cmocka_unit_test (test_philosophers),
      cmocka_unit_test (test_switched_off),
      cmocka_unit_test (test_graphs),
      cmocka_unit_test (test_runs),
      cmocka_unit_test (test_depth_limit),
      cmocka_unit_test (test_time_limit),
      cmocka_unit_test (test_memory_limit),
      cmocka_unit_test (test_interrupt_and_progress),
      cmocka_unit_test (test_alone),
      cmocka_unit_test (test_unverified_path),
      cmocka_unit_test (test_complaints),
      cmocka_unit_test (test_initial_violation),
      cmocka_unit_test (test_model_accesses),
      cmocka_unit_test (test_stack_split),
  };
  return cmocka_run_group_tests (tests, NULL, no_memory_left);
}
