/* Searches with claims: random systems and random claims, against a naive
   check of all strongly connected parts of the product.

   A system is a graph.  Its edges belong to processes, some are the steps of
   two (a rendezvous), some nodes are transient: only their holder goes on.
   A state is the number of a node; it has eight bytes or sixteen.  Half of the
   graphs are products of small ones, one for each process, so that there are
   many unfair cycles. */

#include "volume.h"
#include "kernel/lasso.h"
#include "promela/promela.h"
#include "reduce/reduce_mutant.h"
#include "search/search.h"
#include "toy_models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NODES 12u
#define EDGES 6u     /* out of a node, at most */
#define PROCESSES 3u /* at most */
#define CREWS (1u << PROCESSES)
#define CLAIMS 4u /* states of a claim, at most */
#define PAIRS (NODES * CLAIMS)

typedef struct edge {
  unsigned process, partner, to;
} edge;

typedef struct graph {
  sett_model model;
  unsigned nodes;
  unsigned degree[NODES];
  edge edges[NODES][EDGES];
  unsigned holder[NODES]; /* SETT_NO_PROCESS: stable */
  unsigned size[NODES];   /* bytes of the state */
  uint64_t propositions[NODES];
} graph;

/*------------------------------------------------------------------------*/
/* Random numbers. */

static uint64_t random_state;

static unsigned below (unsigned n) {
  random_state += 0x9e3779b97f4a7c15u;
  return (unsigned)sett_scale64 (sett_mix64 (random_state), n);
}

static int one_in (unsigned n) {
  return below (n) == 0;
}

/*------------------------------------------------------------------------*/
/* The model. */

static unsigned node_of (const unsigned char *state) {
  return state[0];
}

static void put_node (const graph *g, unsigned node, const edge *e,
                      uint32_t transition, sett_sink *sink) {
  unsigned char bytes[16] = {0};
  bytes[0] = bytes[g->size[node] - 1] = (unsigned char)node;
  toy_step (sink, bytes, g->size[node], transition, e ? e->process : 0);
  sink->steps[sink->count - 1].partner =
      (uint16_t)(e ? e->partner : SETT_NO_PROCESS);
  sink->steps[sink->count - 1].holder = (uint16_t)g->holder[node];
}

static void graph_initial (sett_model *model, sett_sink *sink) {
  put_node ((graph *)model, 0, NULL, SETT_YIELD, sink);
}

static void graph_steps (sett_model *model, const unsigned char *state,
                         uint32_t size, unsigned holder, sett_sink *sink) {
  const graph *g = (const graph *)model;
  const unsigned node = node_of (state);
  assert_int_equal (size, g->size[node]);
  for (unsigned i = 0; i < g->degree[node]; i++)
    if (holder == SETT_NO_PROCESS || holder == g->edges[node][i].process)
      put_node (g, g->edges[node][i].to, &g->edges[node][i], i, sink);
}

static int graph_is_end (sett_model *model, const unsigned char *state,
                         uint32_t size) {
  (void)model, (void)state, (void)size;
  return 1;
}

static uint64_t graph_propositions (sett_model *model,
                                    const unsigned char *state, uint32_t size) {
  (void)size;
  return ((const graph *)model)->propositions[node_of (state)];
}

static unsigned other_process (unsigned processes, unsigned process) {
  return processes > 1 && one_in (6)
             ? (process + 1 + below (processes - 1)) % processes
             : SETT_NO_PROCESS;
}

static void random_node (graph *g, unsigned node, unsigned processes) {
  const int transient = node && one_in (6);
  g->holder[node] = transient ? below (processes) : SETT_NO_PROCESS;
  g->size[node] = one_in (5) ? 16 : 8;
  g->propositions[node] = below (8);
  g->degree[node] = transient            ? 1 + below (2)
                    : node && one_in (8) ? 0
                                         : 1 + below (4);
  for (unsigned i = 0; i < g->degree[node]; i++) {
    edge *e = &g->edges[node][i];
    e->process = transient ? g->holder[node] : below (processes);
    e->partner = other_process (processes, e->process);
    e->to = below (g->nodes);
  }
}

/* The product: process number p stands at (node / stride[p]) % dimension[p].
   It has up to two steps there, which may wait for another process. */

static const unsigned dimension[PROCESSES] = {3, 2, 2};
static const unsigned stride[PROCESSES] = {1, 3, 6};

static unsigned place (unsigned node, unsigned process) {
  return node / stride[process] % dimension[process];
}

static void add_local_step (graph *g, unsigned process, unsigned from) {
  const unsigned to = below (dimension[process]);
  const unsigned other = (process + 1 + below (2)) % PROCESSES;
  const unsigned wanted = below (dimension[other]);
  const int waits = one_in (3);
  for (unsigned node = 0; node < NODES; node++) {
    if (place (node, process) != from ||
        (waits && place (node, other) != wanted))
      continue;
    edge *e = &g->edges[node][g->degree[node]++];
    e->process = process;
    e->partner = SETT_NO_PROCESS;
    e->to = node - from * stride[process] + to * stride[process];
  }
}

static void random_processes (graph *g) {
  g->nodes = NODES;
  for (unsigned node = 0; node < NODES; node++) {
    g->holder[node] = SETT_NO_PROCESS;
    g->size[node] = 8;
    g->propositions[node] = below (8);
  }
  for (unsigned p = 0; p < PROCESSES; p++)
    for (unsigned from = 0; from < dimension[p]; from++)
      for (unsigned i = one_in (3) ? 2 : !one_in (4); i--;)
        add_local_step (g, p, from);
}

static void random_nodes (graph *g) {
  const unsigned processes = 1 + below (PROCESSES);
  g->nodes = 1 + below (NODES);
  for (unsigned node = 0; node < g->nodes; node++)
    random_node (g, node, processes);
}

static void random_graph (graph *g) {
  memset (g, 0, sizeof *g);
  g->model = (sett_model){.name = "graph",
                          .initial = graph_initial,
                          .steps = graph_steps,
                          .is_end = graph_is_end,
                          .propositions = graph_propositions,
                          .transitions = EDGES};
  if (one_in (2))
    random_processes (g);
  else
    random_nodes (g);
}

static sett_claim random_claim (void) {
  sett_claim claim = {.violation = SETT_VIOLATION_LTL};
  const unsigned states = 1 + below (CLAIMS);
  const unsigned rate = 1 + below (4);
  const int ends = one_in (6);
  for (unsigned q = 0; q < states; q++) {
    sett_claim_add_state (&claim, one_in (rate));
    claim.states.at[q].final = ends && q && one_in (3);
  }
  for (unsigned q = 0; q < states; q++)
    for (unsigned i = below (5); i--;)
      sett_claim_add_edge (&claim, q, below (states), below (8) & below (8),
                           below (8) & below (8));
  claim.accepting = one_in (5) ? 1 + below (7) : 0;
  claim.endless = one_in (6);
  return claim;
}

/*------------------------------------------------------------------------*/
/* The naive check. */

typedef struct product {
  const graph *g;
  const sett_claim *claim;
  unsigned able[NODES];                     /* processes, a bit set */
  unsigned char crews[NODES][NODES][CREWS]; /* runs from node to node */
  unsigned char edges[PAIRS][PAIRS][CREWS]; /* who moves */
  unsigned char reaches[PAIRS][PAIRS];      /* by one step or more */
} product;

static unsigned movers (const edge *e) {
  return 1u << e->process |
         (e->partner == SETT_NO_PROCESS ? 0 : 1u << e->partner);
}

/* Follows holders; `seen` says from which nodes with which crews. */
static void run_on (product *p, unsigned origin, unsigned node, unsigned crew,
                    unsigned char seen[NODES][CREWS]) {
  const graph *g = p->g;
  if (g->holder[node] == SETT_NO_PROCESS) {
    p->crews[origin][node][crew] = 1;
    return;
  }
  if (seen[node][crew]++)
    return;
  for (unsigned i = 0; i < g->degree[node]; i++)
    run_on (p, origin, g->edges[node][i].to, crew | movers (&g->edges[node][i]),
            seen);
}

static void find_runs (product *p, unsigned node) {
  const graph *g = p->g;
  unsigned char seen[NODES][CREWS] = {{0}};
  if (g->holder[node] != SETT_NO_PROCESS)
    return;
  if (!g->degree[node] && !p->claim->endless)
    p->crews[node][node][0] = 1;
  for (unsigned i = 0; i < g->degree[node]; i++) {
    p->able[node] |= 1u << g->edges[node][i].process;
    run_on (p, node, g->edges[node][i].to, movers (&g->edges[node][i]), seen);
  }
}

static void connect_pairs (product *p, unsigned from, unsigned to) {
  const unsigned q = from / NODES, s = from % NODES;
  const sett_claim_state *state = &p->claim->states.at[q];
  for (size_t i = 0; i < state->edges.count; i++)
    for (unsigned crew = 0; crew < CREWS; crew++)
      if (state->edges.at[i].target == to / NODES &&
          p->crews[s][to % NODES][crew] &&
          sett_claim_edge_holds (&state->edges.at[i], p->g->propositions[s]))
        p->edges[from][to][crew] = p->reaches[from][to] = 1;
}

static product *make_product (const graph *g, const sett_claim *claim) {
  static product p;
  memset (&p, 0, sizeof p);
  p.g = g;
  p.claim = claim;
  const unsigned pairs = NODES * (unsigned)claim->states.count;
  for (unsigned node = 0; node < g->nodes; node++)
    find_runs (&p, node);
  for (unsigned a = 0; a < pairs; a++)
    for (unsigned b = 0; b < pairs; b++)
      connect_pairs (&p, a, b);
  for (unsigned k = 0; k < pairs; k++)
    for (unsigned a = 0; a < pairs; a++)
      for (unsigned b = 0; b < pairs; b++)
        p.reaches[a][b] |= p.reaches[a][k] && p.reaches[k][b];
  return &p;
}

/* Is there a cycle around `a` in which the process moves or cannot? */
static int is_served (const product *p, unsigned a, unsigned process) {
  const unsigned pairs = NODES * (unsigned)p->claim->states.count;
  for (unsigned b = 0; b < pairs; b++) {
    if (!p->reaches[a][b] || !p->reaches[b][a])
      continue;
    if (!(p->able[b % NODES] >> process & 1))
      return 1;
    for (unsigned c = 0; c < pairs; c++)
      for (unsigned crew = 0; crew < CREWS; crew++)
        if (p->reaches[a][c] && p->reaches[c][a] && p->edges[b][c][crew] &&
            crew >> process & 1)
          return 1;
  }
  return 0;
}

static int is_fair (const product *p, unsigned a) {
  for (unsigned process = 0; process < PROCESSES; process++)
    if (!is_served (p, a, process))
      return 0;
  return 1;
}

static int is_wrong (const product *p, unsigned a, int fair) {
  const sett_claim_state *state = &p->claim->states.at[a / NODES];
  if (a && !p->reaches[0][a])
    return 0;
  if (state->final)
    return 1;
  const int accepting =
      state->accepting || (p->g->propositions[a % NODES] & p->claim->accepting);
  return accepting && p->reaches[a][a] && (!fair || is_fair (p, a));
}

static int expect_violation (const product *p, int fair) {
  for (unsigned a = 0; a < NODES * p->claim->states.count; a++)
    if (is_wrong (p, a, fair))
      return 1;
  return 0;
}

/*------------------------------------------------------------------------*/

static const struct variant {
  sett_search_order order;
  sett_store_kind store;
  unsigned workers;
  int fair, check_store;
} variants[] = {
    {SETT_DEPTH_FIRST, SETT_STORE_TREE, 1, 0, 0},
    {SETT_DEPTH_FIRST, SETT_STORE_TABLE, 1, 0, 1},
    {SETT_DEPTH_FIRST, SETT_STORE_TREE, 1, 1, 0},
    {SETT_DEPTH_FIRST, SETT_STORE_TREE, 2, 0, 0},
    {SETT_BREADTH_FIRST, SETT_STORE_TABLE, 2, 1, 0},
};

#define VARIANTS (sizeof variants / sizeof variants[0])

static unsigned rounds (void) {
  const char *asked = getenv ("SETT_TEST_ROUNDS");
  return asked ? (unsigned)atoi (asked) : 3000;
}

/* How often each kind of answer came: all of them must. */
typedef struct tally {
  unsigned lassos, stutters, ends, verified, unfair;
} tally;

static void count_path (tally *t, const sett_path *path) {
  t->ends += !path->lasso;
  t->stutters += path->lasso && path->cycle + 1 == path->steps.count;
  t->lassos += path->lasso && path->cycle + 1 < path->steps.count;
}

static void search_one (graph *g, const sett_claim *claim,
                        const struct variant *v, int expected, tally *t) {
  const sett_search_options options = {
      .explorer = {.claim = claim, .fair = v->fair},
      .order = v->order,
      .store = v->store,
      .workers = v->workers,
      .check_store = v->check_store,
      .all_errors = one_in (4)};
  sett_result result;
  sett_search (&g->model, &options, &result);
  assert_string_equal (result.message, "");
  assert_int_equal (result.verdict, expected ? SETT_VIOLATED : SETT_VERIFIED);
  t->verified += !expected;
  for (size_t i = 0; i < result.violations.count; i++) {
    char message[200];
    const sett_violation *found = &result.violations.at[i];
    assert_int_equal (found->violation, SETT_VIOLATION_LTL);
    assert_null (
        sett_lasso_verify (&g->model, &found->path, claim, v->fair, message));
    count_path (t, &found->path);
  }
  sett_result_release (&result);
}

static void test_random_products (void **state) {
  (void)state;
  tally t = {0};
  const unsigned least = 300; /* fewer do not have every kind of answer */
  const unsigned some = volume (rounds ()), count = some < least ? least : some;
  for (unsigned seed = 1; seed <= count; seed++) {
    random_state = seed;
    graph g;
    random_graph (&g);
    sett_claim claim = random_claim ();
    const product *p = make_product (&g, &claim);
    const int expected[] = {expect_violation (p, 0), expect_violation (p, 1)};
    t.unfair += expected[0] != expected[1];
    for (size_t i = 0; i < VARIANTS; i++)
      search_one (&g, &claim, &variants[i], expected[variants[i].fair], &t);
    sett_claim_release (&claim);
  }
  print_message ("lassos %u, stuttering %u, ends %u, none %u, unfair %u\n",
                 t.lassos, t.stutters, t.ends, t.verified, t.unfair);
  assert_true (t.lassos && t.stutters && t.ends && t.verified && t.unfair);
}

/*------------------------------------------------------------------------*/
/* Large systems, so that workers get in each other's way.

   A ladder: nodes in blocks of ten.  Steps lead a little further, or back to
   the beginning of the block, but not to its first node: all cycles are in
   blocks, and none goes through a first node, which are accepting.  A ladder
   that is bent has one step back to a first node. */

typedef struct ladder {
  sett_model model;
  unsigned nodes;
  unsigned bend; /* the node with a step back; 0: none */
  uint64_t seed;
} ladder;

static void put_rung (sett_sink *sink, uint64_t node, unsigned i) {
  const unsigned char zero[8] = {0};
  memcpy (toy_step (sink, zero, 8, i, 0), &node, 8);
}

static void ladder_initial (sett_model *model, sett_sink *sink) {
  (void)model;
  put_rung (sink, 0, SETT_YIELD);
}

static void ladder_steps (sett_model *model, const unsigned char *state,
                          uint32_t size, unsigned holder, sett_sink *sink) {
  const ladder *l = (const ladder *)model;
  uint64_t node;
  (void)holder;
  memcpy (&node, state, size);
  const uint64_t hash = sett_mix64 (l->seed + node);
  for (unsigned i = 0; i < 3; i++)
    if (node + 1 + (hash >> 8 * i) % 25 < l->nodes)
      put_rung (sink, node + 1 + (hash >> 8 * i) % 25, i);
  if (node + 1 < l->nodes)
    put_rung (sink, node + 1, 3);
  if (node % 10)
    put_rung (sink, node - node % 10 + 1, 4);
  if (l->bend && node == l->bend)
    put_rung (sink, node - node % 10 - 100, 5);
}

static uint64_t ladder_propositions (sett_model *model,
                                     const unsigned char *state,
                                     uint32_t size) {
  uint64_t node;
  (void)model;
  memcpy (&node, state, size);
  return node % 10 == 0;
}

static ladder make_ladder (unsigned nodes, unsigned bend, uint64_t seed) {
  return (ladder){.model = {.name = "ladder",
                            .initial = ladder_initial,
                            .steps = ladder_steps,
                            .is_end = graph_is_end,
                            .propositions = ladder_propositions,
                            .transitions = 6},
                  .nodes = nodes,
                  .bend = bend,
                  .seed = seed};
}

static void test_ladders (void **state) {
  (void)state;
  sett_claim claim = {.accepting = 1,
                      .violation = SETT_VIOLATION_ACCEPTANCE_CYCLE};
  sett_claim_add_state (&claim, 0);
  sett_claim_add_edge (&claim, 0, 0, 0, 0);
  for (unsigned round = 0; round < volume (40); round++) {
    const unsigned nodes = 4001; /* the last one is stuck, and accepting */
    const unsigned bend = round % 4 == 1 ? 1000 + 10 * round + 5 : 0;
    ladder l = make_ladder (nodes - round % 4 / 2, bend, round);
    const int expected = bend || round % 4 < 2;
    const sett_search_options options = {
        .explorer = {.claim = &claim, .fair = round % 8 / 4},
        .store = round % 5 ? SETT_STORE_TREE : SETT_STORE_TABLE,
        .workers = 1 + round % 3};
    sett_result result;
    sett_search (&l.model, &options, &result);
    assert_string_equal (result.message, "");
    assert_int_equal (result.verdict, expected ? SETT_VIOLATED : SETT_VERIFIED);
    assert_true (expected || result.statistics.states >= l.nodes);
    sett_result_release (&result);
  }
  sett_claim_release (&claim);
}

/*------------------------------------------------------------------------*/
/* Limits. */

static uint64_t nothing_holds (sett_model *model, const unsigned char *state,
                               uint32_t size) {
  (void)model, (void)state, (void)size;
  return 0;
}

/* Waits for what never holds. */
static sett_claim vain_claim (void) {
  sett_claim claim = {.violation = SETT_VIOLATION_LTL};
  sett_claim_add_state (&claim, 0);
  sett_claim_add_state (&claim, 1);
  sett_claim_add_edge (&claim, 0, 0, 0, 0);
  sett_claim_add_edge (&claim, 0, 1, 1, 0);
  sett_claim_add_edge (&claim, 1, 1, 0, 0);
  return claim;
}

static void test_limits (void **state) {
  (void)state;
  toy t;
  sett_claim claim = vain_claim ();
  for (unsigned limit = 1; limit <= 8; limit *= 2)
    for (unsigned workers = 1; workers <= 2; workers++) {
      sett_search_options options = {.explorer.claim = &claim,
                                     .workers = workers};
      toy_counters (&t, 8, limit == 8 ? 2 : 100);
      t.model.propositions = nothing_holds;
      options.seconds = limit == SETT_LIMIT_TIME ? 0.05 : 0;
      options.depth = limit == SETT_LIMIT_DEPTH ? 5 : 0;
      if (limit == SETT_LIMIT_MEMORY)
        sett_memory_limit ((size_t)24 << 20);
      if (limit == SETT_LIMIT_DEPTH)
        toy_counters (&t, 2, 10), t.model.propositions = nothing_holds;
      sett_result result;
      sett_search (&t.model, &options, &result);
      sett_memory_limit (0);
      assert_int_equal (result.verdict,
                        limit == 8 ? SETT_VERIFIED : SETT_BOUNDED);
      assert_int_equal (result.limits_hit, limit == 8 ? 0 : limit);
      if (limit == 8)
        assert_int_equal (result.statistics.states, 256);
      sett_result_release (&result);
    }
  sett_claim_release (&claim);
}

/* The claim's word comes on top of the largest state of a model. */

static void large_step (sett_sink *sink, uint32_t transition) {
  static const unsigned char zero[65536];
  toy_step (sink, zero, sizeof zero, transition, 0);
}

static void large_initial (sett_model *model, sett_sink *sink) {
  (void)model;
  large_step (sink, SETT_YIELD);
}

static void large_steps (sett_model *model, const unsigned char *state,
                         uint32_t size, unsigned holder, sett_sink *sink) {
  (void)model, (void)state, (void)size, (void)holder;
  large_step (sink, 0);
}

static void test_largest_state (void **state) {
  (void)state;
  sett_model model = {.name = "large",
                      .initial = large_initial,
                      .steps = large_steps,
                      .is_end = graph_is_end,
                      .propositions = nothing_holds,
                      .transitions = 1};
  sett_claim claim = {.violation = SETT_VIOLATION_LTL};
  sett_claim_add_state (&claim, 1);
  sett_claim_add_edge (&claim, 0, 0, 0, 0);
  for (unsigned store = 0; store < 2; store++) {
    const sett_search_options options = {.explorer.claim = &claim,
                                         .store = store ? SETT_STORE_TABLE
                                                        : SETT_STORE_TREE};
    sett_result result;
    sett_search (&model, &options, &result);
    assert_int_equal (result.verdict, SETT_VIOLATED);
    assert_true (result.violations.at[0].path.lasso);
    sett_result_release (&result);
  }
  sett_claim_release (&claim);
}

/* Faults and deadlocks are found beside the claim, but not where it cannot
   go on. */
static void test_violations (void **state) {
  (void)state;
  toy t;
  sett_claim claim = vain_claim ();
  for (unsigned workers = 1; workers <= 2; workers++)
    for (int stops = 0; stops < 2; stops++) {
      sett_search_options options = {.explorer.claim = &claim,
                                     .workers = workers,
                                     .all_errors = 1,
                                     .check_deadlocks = 1,
                                     .check_assertions = 1};
      toy_graph (&t, 3, 300, 1);
      t.model.propositions = nothing_holds;
      claim.states.at[0].edges.count = stops ? 0 : 2;
      sett_result result;
      sett_search (&t.model, &options, &result);
      assert_string_equal (result.message, "");
      unsigned kinds = 0;
      for (size_t i = 0; i < result.violations.count; i++)
        kinds |= 1u << result.violations.at[i].violation;
      assert_int_equal (kinds, stops ? 0
                                     : 1u << SETT_VIOLATION_DEADLOCK |
                                           1u << SETT_VIOLATION_ASSERTION);
      sett_result_release (&result);
    }
  claim.states.at[0].edges.count = 2;
  sett_claim_release (&claim);
}

/*------------------------------------------------------------------------*/
/* Reduction.

   The claim accepts when p is 1 and 0 again and again; it is in its accepting
   state when it has just read a 0 after a 1, and leaves it at once.  The loop
   of L is selected; where it closes a cycle everything is explored.  The only
   accepting cycle goes through a state that was expanded in full because of
   its step to itself, which the second search must remember. */

static const char alternation[] =
    "byte p = 1;\n"
    "active proctype L () { do :: skip od }\n"
    "active proctype V () { do :: p = 0; p = 1 od }\n";

static sett_claim alternating_claim (void) {
  sett_claim claim = {.violation = SETT_VIOLATION_LTL, .stutters = 1};
  for (unsigned q = 0; q < 3; q++)
    sett_claim_add_state (&claim, q == 2);
  for (unsigned q = 0; q < 3; q++) {
    sett_claim_add_edge (&claim, q, 1, 1, 0);
    sett_claim_add_edge (&claim, q, q == 1 ? 2 : 0, 0, 1);
  }
  return claim;
}

static void test_remembered_expansion (void **state) {
  (void)state;
  const sett_promela_options promela = {
      .no_acceleration = 1,
      .property = {.kind = SETT_PROPERTY_LTL, .formula = "[] <> (p == 1)"}};
  sett_text diagnostics = {0};
  sett_model *model =
      sett_promela_load ("alternation", alternation, &promela, &diagnostics);
  assert_non_null (model);
  sett_claim claim = alternating_claim ();
  for (int forgets = 0; forgets < 2; forgets++) {
    const sett_search_options options = {
        .explorer = {
            .claim = &claim,
            .reduction = {.kind = SETT_REDUCE_AMPLE,
                          .proviso = SETT_PROVISO_STACK,
                          .keeps_order = 1,
                          .relates = 1,
                          .mutant = forgets ? SETT_MUTANT_FORGETFUL : 0}}};
    sett_result result;
    sett_search (model, &options, &result);
    assert_string_equal (result.message, "");
    assert_int_equal (result.verdict, forgets ? SETT_VERIFIED : SETT_VIOLATED);
    sett_result_release (&result);
  }
  sett_claim_release (&claim);
  sett_text_release (&diagnostics);
  model->destroy (model);
}

static int no_memory_left (void **state) {
  (void)state;
  return sett_memory_in_use () != 0;
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_random_products),
      cmocka_unit_test (test_ladders),
      cmocka_unit_test (test_limits),
      cmocka_unit_test (test_largest_state),
      cmocka_unit_test (test_violations),
      cmocka_unit_test (test_remembered_expansion),
  };
  return cmocka_run_group_tests (tests, NULL, no_memory_left);
}
