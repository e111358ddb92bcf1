/* From formulas to claims: the way through the files of this folder.

   The opposite formula goes the first half of the way too: its automaton says
   what may not be accepted when states are merged at the end. */

#include "ltl/ltl.h"

#include "base/assert.h"
#include "ltl/degeneralise.h"
#include "ltl/generalised.h"
#include "ltl/merge_states.h"
#include "ltl/simulation.h"
#include "ltl/terms.h"

enum {
  ORDERS_MOST = 6,
  /* What may be spent on making the automaton smaller, in edges looked at; a
     few tenths of a second for each of the two ways. */
  SIMULATION_EFFORT = 20000000,
  MERGE_EFFORT = 20000000
};

static size_t count_edges (const graph *g) {
  size_t edges = 0;
  for (size_t s = 0; s < g->states.count; s++)
    edges += g->states.at[s].edges.count;
  return edges;
}

static int is_smaller (const graph *a, const graph *b) {
  if (a->states.count != b->states.count)
    return a->states.count < b->states.count;
  return count_edges (a) < count_edges (b);
}

/* ------------------------------------------------------------ orders --- */

static unsigned list_marks (uint64_t marks, uint64_t *order) {
  unsigned count = 0;
  for (; marks; marks &= marks - 1)
    order[count++] = marks & -marks;
  SETT_ASSERT (count <= 64);
  return count;
}

/* Permutation number `index`, in the factorial number system. */
static void permute (uint64_t *order, unsigned count, unsigned index) {
  for (unsigned i = 2; i <= count && index; index /= i++) {
    const uint64_t mark = order[i - 1];
    order[i - 1] = order[i - 1 - index % i];
    order[i - 1 - index % i] = mark;
  }
}

static unsigned count_orders (unsigned count) {
  unsigned orders = 1;
  for (unsigned i = 2; i <= count && orders < ORDERS_MOST; i++)
    orders *= i;
  return orders < ORDERS_MOST ? orders : ORDERS_MOST;
}

/* The smallest graph that some order of the marks gives. */
static void choose_order (const graph *from, graph *best, uint64_t *effort) {
  uint64_t marks[64];
  const unsigned count = list_marks (from->marks, marks);
  *best = (graph){0};
  for (unsigned i = 0; i < 2 * count_orders (count) && (!i || *effort); i++) {
    graph g;
    list_marks (from->marks, marks);
    permute (marks, count, i / 2);
    sett_degeneralise (from, marks, count, i % 2, &g);
    sett_simulation_reduce (&g, effort);
    if (!best->states.count || is_smaller (&g, best)) {
      sett_graph_release (best);
      *best = g;
    } else {
      sett_graph_release (&g);
    }
  }
}

/* ------------------------------------------------------------- claim --- */

static int build (terms *ts, term t, graph *g, uint64_t *effort) {
  if (ts->failed || !sett_generalised_of_term (ts, t, g))
    return 0;
  sett_simulation_reduce (g, effort);
  return 1;
}

static int accepts (const graph *g, uint32_t state) {
  const graph_state *s = &g->states.at[state];
  SETT_ASSERT (state < g->states.count);
  return s->edges.count && s->edges.at[0].marks;
}

/* Accepts whatever comes. */
static int is_final (const graph *g, uint32_t state) {
  const graph_state *s = &g->states.at[state];
  for (size_t e = 0; e < s->edges.count; e++)
    if (s->edges.at[e].target == state && !s->edges.at[e].with &&
        !s->edges.at[e].without)
      return accepts (g, state);
  return 0;
}

static void write_claim (const graph *g, sett_claim *claim) {
  for (uint32_t s = 0; s < g->states.count; s++) {
    sett_claim_add_state (claim, accepts (g, s));
    claim->states.at[s].final = is_final (g, s);
  }
  for (uint32_t s = 0; s < g->states.count; s++)
    for (size_t e = 0; e < g->states.at[s].edges.count; e++) {
      const graph_edge *edge = &g->states.at[s].edges.at[e];
      sett_claim_add_edge (claim, s, edge->target, edge->with, edge->without);
    }
  SETT_ASSERT (claim->states.count == g->states.count);
}

static int has_next (const terms *ts, term t) {
  const term_node *n = term_at (ts, t);
  switch (n->kind) {
  case SETT_FORMULA_NEXT:
    return 1;
  case SETT_FORMULA_AND:
  case SETT_FORMULA_OR:
  case SETT_FORMULA_UNTIL:
  case SETT_FORMULA_RELEASE:
    return has_next (ts, n->left) || has_next (ts, n->right);
  default:
    return 0;
  }
}

static int translate (const sett_formula *f, int negated, sett_claim *claim) {
  terms *ts = sett_alloc (sizeof *ts);
  graph general, opposite, g;
  uint64_t effort = SIMULATION_EFFORT, merge_effort = MERGE_EFFORT;
  *claim = (sett_claim){0};
  sett_terms_init (ts);
  const term t = sett_term_of_formula (ts, f, negated);
  const int done = build (ts, t, &general, &effort);
  if (done) {
    choose_order (&general, &g, &effort);
    if (build (ts, sett_term_not (ts, t), &opposite, &merge_effort)) {
      sett_merge_states (&g, &opposite, &merge_effort);
      sett_graph_release (&opposite);
    }
    write_claim (&g, claim);
    claim->stutters = !has_next (ts, t);
    sett_graph_release (&general);
    sett_graph_release (&g);
  }
  sett_terms_release (ts);
  sett_free (ts, sizeof *ts);
  return done;
}

int sett_ltl_automaton (const sett_formula *f, sett_claim *claim) {
  return translate (f, 0, claim);
}

int sett_ltl_claim (const sett_formula *f, sett_claim *claim) {
  const int done = translate (f, 1, claim);
  claim->violation = SETT_VIOLATION_LTL;
  return done;
}
