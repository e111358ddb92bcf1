/* Merging states by direct simulation.

   State q simulates p if for every edge of p and every letter it can be taken
   with, q has an edge with that letter and at least its marks to a state that
   simulates the target.  States that simulate each other become one, and an
   edge is left out if another one of the same state can do as much.

   Invariant: by[p * n + q] is false only if q does not simulate p. */

#include "ltl/simulation.h"

#include "base/assert.h"

#include <string.h>

enum { STATES_MOST = 600 };

typedef struct simulation {
  const graph *graph;
  size_t n;
  unsigned char *by;
  uint64_t left; /* of the effort */
} simulation;

static int simulates (const simulation *s, uint32_t p, uint32_t q) {
  SETT_ASSERT (p < s->n && q < s->n);
  return s->by[p * s->n + q];
}

/* Can the edges of q from number `first` on do what `edge` does?  The ways to
   divide the letters may be very many: no, once the effort is spent, and then
   nothing is concluded. */
static int is_covered (simulation *s, graph_edge edge, uint32_t q,
                       size_t first) {
  const graph_state *state = &s->graph->states.at[q];
  for (size_t i = first; i < state->edges.count && s->left; i++) {
    const graph_edge *other = &state->edges.at[i];
    s->left--;
    if ((edge.with & other->without) || (edge.without & other->with) ||
        (edge.marks & ~other->marks) ||
        !simulates (s, edge.target, other->target))
      continue;
    /* Letters without one of the propositions that `other` asks for, or with
       one that it forbids, are for the rest of the edges. */
    for (uint64_t bits = other->with & ~edge.with; bits; bits &= bits - 1) {
      graph_edge rest = edge;
      rest.without |= bits & -bits;
      if (!is_covered (s, rest, q, i + 1))
        return 0;
      edge.with |= bits & -bits;
    }
    for (uint64_t bits = other->without & ~edge.without; bits;
         bits &= bits - 1) {
      graph_edge rest = edge;
      rest.with |= bits & -bits;
      if (!is_covered (s, rest, q, i + 1))
        return 0;
      edge.without |= bits & -bits;
    }
    return 1;
  }
  return 0;
}

static int still_simulates (simulation *s, uint32_t p, uint32_t q) {
  const graph_state *state = &s->graph->states.at[p];
  for (size_t e = 0; e < state->edges.count; e++)
    if (!is_covered (s, state->edges.at[e], q, 0))
      return 0;
  return 1;
}

/* False if it takes too long. */
static int compute (simulation *s) {
  memset (s->by, 1, s->n * s->n);
  for (int changed = 1; changed;) {
    changed = 0;
    for (uint32_t p = 0; p < s->n; p++) {
      if (!s->left)
        return 0;
      for (uint32_t q = 0; q < s->n; q++) {
        if (p == q || !simulates (s, p, q) || still_simulates (s, p, q))
          continue;
        s->by[p * s->n + q] = 0;
        changed = 1;
      }
    }
  }
  return s->left != 0;
}

static int is_dominated (const simulation *s, const graph_state *state,
                         size_t edge) {
  for (size_t i = 0; i < state->edges.count; i++)
    if (i != edge &&
        graph_edge_within (&state->edges.at[edge], &state->edges.at[i]) &&
        simulates (s, state->edges.at[edge].target, state->edges.at[i].target))
      return 1;
  return 0;
}

static void remove_dominated (const simulation *s, graph *g) {
  for (size_t p = 0; p < g->states.count; p++) {
    graph_state *state = &g->states.at[p];
    for (size_t e = state->edges.count; e-- > 0;)
      if (is_dominated (s, state, e))
        state->edges.at[e] = state->edges.at[--state->edges.count];
  }
}

/* Of states that simulate each other, the first stands for all. */
static void merge_equal (const simulation *s, graph *g) {
  uint32_t *image = sett_alloc (s->n * sizeof *image);
  SETT_ASSERT (s->n == g->states.count);
  for (uint32_t p = 0; p < s->n; p++) {
    image[p] = p;
    for (uint32_t q = 0; q < p && image[p] == p; q++)
      if (simulates (s, p, q) && simulates (s, q, p))
        image[p] = q;
    if (image[p] != p)
      g->states.at[p].edges.count = 0;
  }
  sett_graph_map (g, image);
  sett_free (image, s->n * sizeof *image);
}

static size_t measure (const graph *g) {
  size_t edges = 0;
  for (size_t s = 0; s < g->states.count; s++)
    edges += g->states.at[s].edges.count;
  return g->states.count + edges;
}

/* One round; false if nothing can be gained by another. */
static int reduce_once (graph *g, uint64_t *effort) {
  const size_t before = measure (g), n = g->states.count;
  if (n > STATES_MOST)
    return 0;
  simulation s = {
      .graph = g, .n = n, .by = sett_alloc (n * n), .left = *effort};
  const int done = compute (&s);
  SETT_ASSERT (done == (s.left != 0));
  if (done) {
    merge_equal (&s, g);
    remove_dominated (&s, g);
    sett_graph_trim (g);
  }
  *effort = s.left;
  sett_free (s.by, n * n);
  return done && measure (g) < before;
}

void sett_simulation_reduce (graph *g, uint64_t *effort) {
  sett_graph_trim (g);
  while (reduce_once (g, effort))
    ;
}
