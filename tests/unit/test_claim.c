/* Claims built by hand, on lassos of which one can see whether they accept;
   and random ones against a reader that follows sets of states. */

#include "base/memory.h"
#include "kernel/claim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { P = 1, Q = 2 };

#define ACCEPTS(CLAIM, CYCLE, ...)                                             \
  sett_claim_accepts (                                                         \
      CLAIM, (const uint64_t[]){__VA_ARGS__},                                  \
      sizeof ((const uint64_t[]){__VA_ARGS__}) / sizeof (uint64_t), CYCLE)

static void test_empty (void **unused) {
  (void)unused;
  sett_claim claim = {0};
  assert_false (ACCEPTS (&claim, 0, P));
  sett_claim_add_state (&claim, 1);
  assert_false (ACCEPTS (&claim, 0, P)); /* it cannot go on */
  sett_claim_release (&claim);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* Sooner or later p, and never q again after it. */
static void test_cycle (void **unused) {
  (void)unused;
  sett_claim claim = {0};
  sett_claim_add_state (&claim, 0);
  sett_claim_add_state (&claim, 1);
  sett_claim_add_edge (&claim, 0, 0, 0, 0);
  sett_claim_add_edge (&claim, 0, 1, P, 0);
  sett_claim_add_edge (&claim, 1, 1, 0, Q);
  assert_true (ACCEPTS (&claim, 0, P));
  assert_true (ACCEPTS (&claim, 1, P, 0));
  assert_true (ACCEPTS (&claim, 2, P | Q, Q, P, 0));
  assert_false (ACCEPTS (&claim, 0, 0));
  assert_false (ACCEPTS (&claim, 1, P, Q));
  assert_false (ACCEPTS (&claim, 1, P, 0, Q));
  assert_false (ACCEPTS (&claim, 0, P, Q));
  sett_claim_release (&claim);
  assert_int_equal (sett_memory_in_use (), 0);
}

static void test_final (void **unused) {
  (void)unused;
  sett_claim claim = {0};
  sett_claim_add_state (&claim, 0);
  sett_claim_add_state (&claim, 0);
  sett_claim_add_edge (&claim, 0, 0, 0, P);
  sett_claim_add_edge (&claim, 0, 1, P, 0);
  assert_false (ACCEPTS (&claim, 0, 0, P)); /* neither accepting nor final */
  claim.states.at[1].final = 1;
  assert_true (ACCEPTS (&claim, 0, 0, P));
  assert_false (ACCEPTS (&claim, 0, 0, Q));
  sett_claim_release (&claim);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* Accepting states of the system: infinitely often q, while p. */
static void test_accepting_mask (void **unused) {
  (void)unused;
  sett_claim claim = {.accepting = Q};
  sett_claim_add_state (&claim, 0);
  sett_claim_add_edge (&claim, 0, 0, P, 0);
  assert_true (ACCEPTS (&claim, 1, P, P | Q, P));
  assert_false (ACCEPTS (&claim, 2, P, P | Q, P));
  assert_false (ACCEPTS (&claim, 0, P | Q, 0));
  sett_claim_release (&claim);
  assert_int_equal (sett_memory_in_use (), 0);
}

/* ---------------------------------------------------------------- random ---
 */

enum { STATES = 5, LENGTH = 6, PAIRS = STATES * LENGTH };

typedef unsigned char relation[PAIRS][PAIRS];

/* The transitive closure of the steps, by Warshall. */
static int naive_accepts (const sett_claim *claim, const uint64_t *run,
                          size_t count, size_t cycle) {
  static relation reach;
  const size_t pairs = claim->states.count * count;
  for (size_t a = 0; a < pairs; a++) {
    for (size_t b = 0; b < pairs; b++)
      reach[a][b] = 0;
    const sett_claim_state *state = &claim->states.at[a / count];
    const size_t after = a % count + 1 < count ? a % count + 1 : cycle;
    for (size_t i = 0; i < state->edges.count; i++)
      if (sett_claim_edge_holds (&state->edges.at[i], run[a % count]))
        reach[a][state->edges.at[i].target * count + after] = 1;
  }
  for (size_t k = 0; k < pairs; k++)
    for (size_t a = 0; a < pairs; a++)
      for (size_t b = 0; b < pairs; b++)
        reach[a][b] |= reach[a][k] && reach[k][b];
  for (size_t a = 0; a < pairs; a++) {
    if (a && !reach[0][a])
      continue;
    const sett_claim_state *state = &claim->states.at[a / count];
    if (state->final ||
        ((state->accepting || (run[a % count] & claim->accepting)) &&
         reach[a][a]))
      return 1;
  }
  return 0;
}

static void make_random (sett_claim *claim) {
  const uint32_t states = 1 + rand () % STATES;
  *claim = (sett_claim){.accepting = rand () % 8 ? 0 : 4};
  for (uint32_t i = 0; i < states; i++) {
    sett_claim_add_state (claim, rand () % 3 == 0);
    claim->states.at[i].final = rand () % 24 == 0;
  }
  for (uint32_t i = 0; i < 2 * states; i++) {
    const uint64_t with = rand () & rand () & 7;
    sett_claim_add_edge (claim, rand () % states, rand () % states, with,
                         rand () & rand () & 7 & ~with);
  }
}

static void test_random (void **unused) {
  (void)unused;
  int accepted = 0;
  srand (3);
  for (int round = 0; round < 3000; round++) {
    sett_claim claim;
    uint64_t run[LENGTH];
    make_random (&claim);
    const size_t count = 1 + rand () % LENGTH, cycle = rand () % count;
    for (size_t i = 0; i < count; i++)
      run[i] = rand () & 7;
    const int expected = naive_accepts (&claim, run, count, cycle);
    assert_int_equal (sett_claim_accepts (&claim, run, count, cycle), expected);
    accepted += expected;
    sett_claim_release (&claim);
  }
  assert_in_range (accepted, 600, 2400);
  assert_int_equal (sett_memory_in_use (), 0);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_empty),  cmocka_unit_test (test_cycle),
      cmocka_unit_test (test_final),  cmocka_unit_test (test_accepting_mask),
      cmocka_unit_test (test_random),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
