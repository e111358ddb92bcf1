/* The generalised Büchi automaton of a term: its states are the sets of duties
   that can come up together, and there is a mark for each until, on the edges
   on which it is not put off.

   Invariant: state s of the graph stands for the set sets.at[s]; the initial
   one for the term itself, which need not be a set of duties. */

#include "ltl/generalised.h"

#include "base/assert.h"
#include "ltl/alternating.h"

#include <string.h>

enum { STATES_MOST = 2000, EDGES_MOST = 50000 };

typedef struct builder {
  alternating alternating;
  graph *graph;
  SETT_VECTOR (duty_set) sets;
  size_t edges;
} builder;

static uint32_t number_set (builder *b, const duty_set *set) {
  for (uint32_t s = 0; s < b->sets.count; s++)
    if (!memcmp (&b->sets.at[s], set, sizeof *set))
      return s;
  SETT_PUSH (b->sets, *set);
  SETT_ASSERT (b->sets.count == b->graph->states.count + 1);
  return sett_graph_add_state (b->graph);
}

/* Edges carry what they put off until all untils are known. */
static void add_edges (builder *b, uint32_t state, const option_list *options) {
  b->edges += options->count;
  for (size_t i = 0; i < options->count; i++) {
    const option *o = &options->at[i];
    const graph_edge edge = {.with = o->with,
                             .without = o->without,
                             .marks = o->put_off,
                             .target = number_set (b, &o->next)};
    sett_graph_add_edge (b->graph, state, edge);
  }
}

/* False if the initial state is a set like any other, its edges to come. */
static int add_initial (builder *b, term t) {
  option_list options = {0};
  sett_alternating_duties (&b->alternating, t, &options);
  if (options.count == 1) {
    number_set (b, &options.at[0].next);
    SETT_RELEASE (options);
    return 0;
  }
  duty_set nothing_else;
  memset (&nothing_else, 0xff, sizeof nothing_else);
  number_set (b, &nothing_else);
  options.count = 0;
  sett_alternating_term_options (&b->alternating, t, &options);
  add_edges (b, 0, &options);
  SETT_RELEASE (options);
  return 1;
}

static void add_successors (builder *b, uint32_t state) {
  option_list options = {0};
  SETT_ASSERT (state < b->sets.count);
  const duty_set set = b->sets.at[state];
  sett_alternating_set_options (&b->alternating, &set, &options);
  add_edges (b, state, &options);
  SETT_RELEASE (options);
}

static int is_too_large (const builder *b) {
  return b->alternating.failed || b->alternating.terms->failed ||
         b->sets.count > STATES_MOST || b->edges > EDGES_MOST;
}

/* From what is put off to marks. */
static void set_marks (builder *b) {
  graph *g = b->graph;
  SETT_ASSERT (b->alternating.untils < 64);
  g->marks = ((uint64_t)1 << b->alternating.untils) - 1;
  for (size_t s = 0; s < g->states.count; s++)
    for (size_t e = 0; e < g->states.at[s].edges.count; e++)
      g->states.at[s].edges.at[e].marks ^= g->marks;
}

int sett_generalised_of_term (terms *ts, term t, graph *g) {
  *g = (graph){0};
  builder b = {.graph = g};
  sett_alternating_init (&b.alternating, ts);
  const uint32_t first = add_initial (&b, t) ? 1 : 0;
  for (uint32_t s = first; s < b.sets.count && !is_too_large (&b); s++)
    add_successors (&b, s);
  const int done = !is_too_large (&b);
  if (done)
    set_marks (&b);
  else
    sett_graph_release (g);
  sett_alternating_release (&b.alternating);
  SETT_RELEASE (b.sets);
  return done;
}
