/* From many marks on edges to accepting states.

   A state (q, l) stands for q when the first l marks of the order have been
   met since the last time all were; where l is the number of marks, the state
   accepts.  What counts is what happens in the component in which a run stays,
   so a run may enter a component at any level, and has level 0 in those that
   do not accept.

   Invariant: pairs.at[s] is what state s of the result stands for. */

#include "ltl/degeneralise.h"

#include "base/assert.h"

typedef struct pair {
  uint32_t state;
  unsigned level;
} pair;

typedef struct degeneraliser {
  const graph *from;
  graph *to;
  graph_components components;
  unsigned char *weak; /* by component: every run inside accepts */
  const uint64_t *order;
  unsigned count;
  int high;
  uint32_t *number; /* by state and level; 0: none yet, else one more */
  SETT_VECTOR (pair) pairs;
} degeneraliser;

static uint32_t number_pair (degeneraliser *d, uint32_t state, unsigned level) {
  uint32_t *number = &d->number[state * (d->count + 1) + level];
  SETT_ASSERT (state < d->from->states.count && level <= d->count);
  if (!*number) {
    const pair p = {state, level};
    SETT_PUSH (d->pairs, p);
    *number = sett_graph_add_state (d->to) + 1;
  }
  return *number - 1;
}

static unsigned enter_level (const degeneraliser *d, uint32_t state) {
  const uint32_t component = d->components.of[state];
  SETT_ASSERT (component != UINT32_MAX);
  if (!graph_component_accepts (d->from, &d->components, component))
    return 0;
  return d->weak[component] || d->high ? d->count : 0;
}

static unsigned next_level (const degeneraliser *d, const pair *p,
                            const graph_edge *edge) {
  const uint32_t component = d->components.of[p->state];
  if (d->components.of[edge->target] != component)
    return enter_level (d, edge->target);
  if (!graph_component_accepts (d->from, &d->components, component))
    return 0;
  unsigned level = p->level == d->count ? 0 : p->level;
  while (level < d->count && (edge->marks & d->order[level]))
    level++;
  SETT_ASSERT (level <= d->count);
  return level;
}

static void add_edges (degeneraliser *d, uint32_t from) {
  const pair p = d->pairs.at[from];
  SETT_ASSERT (from < d->pairs.count && d->pairs.count == d->to->states.count);
  const graph_state *state = &d->from->states.at[p.state];
  for (size_t e = 0; e < state->edges.count; e++) {
    graph_edge edge = state->edges.at[e];
    const unsigned level = next_level (d, &p, &edge);
    edge.marks = p.level == d->count;
    edge.target = number_pair (d, edge.target, level);
    sett_graph_add_edge (d->to, from, edge);
  }
}

static void find_weak (degeneraliser *d) {
  const graph_components *c = &d->components;
  for (uint32_t i = 0; i < c->count; i++)
    d->weak[i] = 1;
  for (size_t s = 0; s < d->from->states.count; s++) {
    const graph_state *state = &d->from->states.at[s];
    for (size_t e = 0; e < state->edges.count; e++)
      if (c->of[s] != UINT32_MAX &&
          c->of[state->edges.at[e].target] == c->of[s] &&
          state->edges.at[e].marks != d->from->marks)
        d->weak[c->of[s]] = 0;
  }
}

void sett_degeneralise (const graph *from, const uint64_t *order,
                        unsigned count, int high, graph *to) {
  const size_t pairs = from->states.count * (count + 1);
  degeneraliser d = {.from = from,
                     .to = to,
                     .weak = sett_zalloc (from->states.count, 1),
                     .order = order,
                     .count = count,
                     .high = high,
                     .number = sett_zalloc (pairs, sizeof (uint32_t))};
  *to = (graph){.marks = 1, .state_based = 1};
  sett_graph_find_components (from, &d.components);
  find_weak (&d);
  number_pair (&d, 0, enter_level (&d, 0));
  for (uint32_t s = 0; s < d.pairs.count; s++)
    add_edges (&d, s);
  sett_graph_components_release (&d.components);
  sett_free (d.weak, from->states.count);
  sett_free (d.number, pairs * sizeof (uint32_t));
  SETT_RELEASE (d.pairs);
}
