/* Merging states by comparing languages.

   Whatever states are made one, all runs that were accepted still are, if the
   new state accepts when one of the old ones did.  So the language stays the
   same exactly if nothing that the opposite automaton accepts is accepted now:
   if the product of the two is empty.  No kind of simulation finds more, but
   each question costs a product, so their work is bounded. */

#include "ltl/merge_states.h"

#include "base/assert.h"
#include "ltl/simulation.h"

#include <string.h>

enum { EDGE_EFFORT = 4 }; /* of one in a product */

typedef struct merger {
  graph *graph;
  const graph *opposite;
  uint64_t *effort;
} merger;

/* ----------------------------------------------------------- product --- */

typedef struct product {
  const graph *left, *right;
  graph graph;
  uint32_t *number; /* by pair: its state and one */
  SETT_VECTOR (size_t) pairs;
  unsigned shift; /* of the marks of the left one */
} product;

static uint32_t number_pair (product *p, size_t left, size_t right) {
  const size_t pair = left * p->right->states.count + right;
  SETT_ASSERT (left < p->left->states.count && right < p->right->states.count);
  if (!p->number[pair]) {
    SETT_PUSH (p->pairs, pair);
    p->number[pair] = sett_graph_add_state (&p->graph) + 1;
  }
  return p->number[pair] - 1;
}

static void spend (uint64_t *effort, uint64_t amount) {
  *effort -= amount < *effort ? amount : *effort;
}

static void add_edges (product *p, uint32_t from, uint64_t *effort) {
  const size_t n = p->right->states.count;
  const graph_state *left = &p->left->states.at[p->pairs.at[from] / n];
  const graph_state *right = &p->right->states.at[p->pairs.at[from] % n];
  SETT_ASSERT (p->pairs.count == p->graph.states.count);
  spend (effort, EDGE_EFFORT * (1 + left->edges.count * right->edges.count));
  for (size_t i = 0; i < left->edges.count; i++)
    for (size_t j = 0; j < right->edges.count; j++) {
      const graph_edge *a = &left->edges.at[i], *b = &right->edges.at[j];
      if ((a->with & b->without) || (a->without & b->with))
        continue;
      const graph_edge edge = {.marks = a->marks << p->shift | b->marks,
                               .target = number_pair (p, a->target, b->target)};
      sett_graph_add_edge (&p->graph, from, edge);
    }
}

static unsigned free_mark (uint64_t marks) {
  unsigned mark = 0;
  while (marks >> mark)
    mark++;
  return mark;
}

/* Is it certain that the two, the left one state-based, accept no run both?
   Not when the effort is used up. */
static int are_disjoint (const graph *left, const graph *right,
                         uint64_t *effort) {
  const size_t pairs = left->states.count * right->states.count;
  product p = {.left = left,
               .right = right,
               .number = sett_zalloc (pairs, sizeof (uint32_t)),
               .shift = free_mark (right->marks)};
  p.graph.marks = left->marks << p.shift | right->marks;
  SETT_ASSERT (p.shift < 64);
  number_pair (&p, 0, 0);
  for (uint32_t s = 0; s < p.pairs.count && *effort; s++)
    add_edges (&p, s, effort);
  const int disjoint = *effort && sett_graph_is_empty (&p.graph);
  sett_graph_release (&p.graph);
  SETT_RELEASE (p.pairs);
  sett_free (p.number, pairs * sizeof (uint32_t));
  return disjoint;
}

/* ------------------------------------------------------------- pairs --- */

/* All edges of a state get the marks of any. */
static void level_marks (graph *g, uint32_t state) {
  graph_state *s = &g->states.at[state];
  uint64_t marks = 0;
  for (size_t e = 0; e < s->edges.count; e++)
    marks |= s->edges.at[e].marks;
  for (size_t e = 0; e < s->edges.count; e++)
    s->edges.at[e].marks = marks;
}

static void merge_pair (graph *g, uint32_t p, uint32_t q) {
  const size_t n = g->states.count;
  SETT_ASSERT (p < q && q < n);
  uint32_t *image = sett_alloc (n * sizeof *image);
  for (uint32_t s = 0; s < n; s++)
    image[s] = s;
  image[q] = p;
  sett_graph_map (g, image);
  level_marks (g, p);
  sett_free (image, n * sizeof *image);
}

/* p < q, so that the initial state stays number 0. */
static int try_pair (merger *m, uint32_t p, uint32_t q) {
  graph merged;
  sett_graph_copy (&merged, m->graph);
  spend (m->effort, EDGE_EFFORT * m->graph->states.count);
  merge_pair (&merged, p, q);
  if (!are_disjoint (&merged, m->opposite, m->effort)) {
    sett_graph_release (&merged);
    return 0;
  }
  sett_simulation_reduce (&merged, m->effort);
  sett_graph_release (m->graph);
  *m->graph = merged;
  return 1;
}

static int try_pairs (merger *m) {
  for (uint32_t q = 1; q < m->graph->states.count; q++)
    for (uint32_t p = 0; p < q; p++) {
      if (!*m->effort)
        return 0;
      if (try_pair (m, p, q))
        return 1;
    }
  return 0;
}

void sett_merge_states (graph *g, const graph *opposite, uint64_t *effort) {
  merger m = {.graph = g, .opposite = opposite, .effort = effort};
  while (try_pairs (&m))
    ;
}
