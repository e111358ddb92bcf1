/* Automata in the making: see graph.h.

   `sett_graph_trim` keeps the language.  A run stays in one component from some
   time on, so a mark matters only inside a component that has them all; and of
   two marks one is superfluous if the other never comes without it. */

#include "ltl/graph.h"

#include "base/assert.h"

#include <string.h>

uint32_t sett_graph_add_state (graph *g) {
  *SETT_PUSH_SLOT (g->states) = (graph_state){0};
  return (uint32_t)(g->states.count - 1);
}

void sett_graph_add_edge (graph *g, uint32_t from, graph_edge edge) {
  SETT_ASSERT (from < g->states.count);
  SETT_PUSH (g->states.at[from].edges, edge);
}

void sett_graph_copy (graph *to, const graph *from) {
  *to = (graph){.marks = from->marks, .state_based = from->state_based};
  for (uint32_t s = 0; s < from->states.count; s++) {
    sett_graph_add_state (to);
    for (size_t e = 0; e < from->states.at[s].edges.count; e++)
      sett_graph_add_edge (to, s, from->states.at[s].edges.at[e]);
  }
}

void sett_graph_release (graph *g) {
  for (size_t s = 0; s < g->states.count; s++)
    SETT_RELEASE (g->states.at[s].edges);
  SETT_RELEASE (g->states);
}

/* -------------------------------------------------------- components --- */

typedef struct frame {
  uint32_t state;
  size_t edge;
} frame;

/* Tarjan's algorithm with a stack of its own. */
typedef struct tarjan {
  const graph *graph;
  uint32_t *component; /* what is computed; UINT32_MAX: not yet */
  uint32_t *number, *low;
  uint32_t numbers, components;
  SETT_VECTOR (frame) frames;
  SETT_VECTOR (uint32_t) pending;
} tarjan;

static void enter (tarjan *t, uint32_t state) {
  const frame f = {state, 0};
  SETT_ASSERT (!t->number[state]);
  t->number[state] = t->low[state] = ++t->numbers;
  SETT_PUSH (t->frames, f);
  SETT_PUSH (t->pending, state);
}

static void lower (tarjan *t, uint32_t state, uint32_t to) {
  if (to < t->low[state])
    t->low[state] = to;
}

static void leave (tarjan *t) {
  SETT_ASSERT (t->frames.count);
  const uint32_t state = SETT_POP (t->frames).state;
  if (t->frames.count)
    lower (t, t->frames.at[t->frames.count - 1].state, t->low[state]);
  if (t->low[state] != t->number[state])
    return;
  uint32_t member;
  do {
    member = SETT_POP (t->pending);
    SETT_ASSERT (t->component[member] == UINT32_MAX);
    t->component[member] = t->components;
  } while (member != state);
  t->components++;
}

static void visit_all (tarjan *t) {
  for (enter (t, 0); t->frames.count;) {
    frame *top = &t->frames.at[t->frames.count - 1];
    const graph_state *s = &t->graph->states.at[top->state];
    if (top->edge == s->edges.count) {
      leave (t);
      continue;
    }
    const uint32_t target = s->edges.at[top->edge++].target;
    if (!t->number[target])
      enter (t, target);
    else if (t->component[target] == UINT32_MAX)
      lower (t, top->state, t->number[target]);
  }
}

static void sum_components (const graph *g, graph_components *c) {
  for (size_t s = 0; s < g->states.count; s++) {
    if (c->of[s] == UINT32_MAX)
      continue;
    for (size_t e = 0; e < g->states.at[s].edges.count; e++) {
      const graph_edge *edge = &g->states.at[s].edges.at[e];
      if (c->of[edge->target] != c->of[s])
        continue;
      c->marks[c->of[s]] |= edge->marks;
      c->edges[c->of[s]]++;
    }
  }
}

void sett_graph_find_components (const graph *g, graph_components *c) {
  const size_t n = g->states.count;
  SETT_ASSERT (n);
  tarjan t = {.graph = g,
              .component = sett_alloc (n * sizeof (uint32_t)),
              .number = sett_zalloc (n, sizeof (uint32_t)),
              .low = sett_zalloc (n, sizeof (uint32_t))};
  memset (t.component, 0xff, n * sizeof (uint32_t));
  visit_all (&t);
  SETT_ASSERT (!t.frames.count && !t.pending.count);
  sett_free (t.number, n * sizeof (uint32_t));
  sett_free (t.low, n * sizeof (uint32_t));
  SETT_RELEASE (t.frames);
  SETT_RELEASE (t.pending);
  *c = (graph_components){.of = t.component,
                          .marks = sett_zalloc (n, sizeof (uint64_t)),
                          .edges = sett_zalloc (n, sizeof (uint32_t)),
                          .count = t.components,
                          .states = n};
  sum_components (g, c);
}

void sett_graph_components_release (graph_components *c) {
  sett_free (c->of, c->states * sizeof *c->of);
  sett_free (c->marks, c->states * sizeof *c->marks);
  sett_free (c->edges, c->states * sizeof *c->edges);
}

int sett_graph_is_empty (const graph *g) {
  graph_components c;
  int empty = 1;
  sett_graph_find_components (g, &c);
  for (uint32_t i = 0; i < c.count; i++)
    empty &= !graph_component_accepts (g, &c, i);
  sett_graph_components_release (&c);
  return empty;
}

/* ------------------------------------------------------------- edges --- */

/* The condition and the marks of a are those of b but for one proposition,
   which one asks for and the other forbids: then b becomes both. */
static int unite (const graph_edge *a, graph_edge *b) {
  const uint64_t positive = a->with ^ b->with;
  if (a->target != b->target || a->marks != b->marks ||
      positive != (a->without ^ b->without) || !positive ||
      (positive & (positive - 1)))
    return 0;
  b->with &= ~positive;
  b->without &= ~positive;
  return 1;
}

/* Does another edge do what this one does? */
static int is_superfluous (const graph_state *s, size_t edge) {
  const graph_edge *a = &s->edges.at[edge];
  SETT_ASSERT (edge < s->edges.count);
  for (size_t i = 0; i < s->edges.count; i++)
    if (i != edge && a->target == s->edges.at[i].target &&
        graph_edge_within (a, &s->edges.at[i]))
      return 1;
  return 0;
}

static void remove_superfluous (graph_state *s) {
  for (size_t e = s->edges.count; e-- > 0;)
    if (is_superfluous (s, e))
      s->edges.at[e] = s->edges.at[--s->edges.count];
}

static int unite_edges (graph_state *s) {
  int united = 0;
  for (size_t i = 0; i < s->edges.count; i++)
    for (size_t j = 0; j < i; j++)
      if (unite (&s->edges.at[i], &s->edges.at[j])) {
        s->edges.at[i--] = s->edges.at[--s->edges.count];
        united = 1;
        break;
      }
  return united;
}

static void clean_edges (graph *g) {
  for (size_t s = 0; s < g->states.count; s++)
    do
      remove_superfluous (&g->states.at[s]);
    while (unite_edges (&g->states.at[s]));
}

void sett_graph_map (graph *g, const uint32_t *image) {
  for (uint32_t s = 0; s < g->states.count; s++) {
    graph_state *state = &g->states.at[s];
    for (size_t e = 0; e < state->edges.count; e++)
      state->edges.at[e].target = image[state->edges.at[e].target];
  }
  for (uint32_t s = 0; s < g->states.count; s++) {
    graph_state *state = &g->states.at[s];
    if (image[s] == s)
      continue;
    for (size_t e = 0; e < state->edges.count; e++)
      sett_graph_add_edge (g, image[s], state->edges.at[e]);
    state->edges.count = 0;
  }
}

/* ------------------------------------------------------------ states --- */

/* Which states lie on an accepted run?  Components come after those they lead
   to, so one pass in their order would do; passes over the states until
   nothing changes are shorter to write. */
static unsigned char *find_useful (const graph *g, const graph_components *c) {
  unsigned char *useful = sett_zalloc (c->count, 1);
  for (uint32_t i = 0; i < c->count; i++)
    useful[i] = graph_component_accepts (g, c, i) != 0;
  for (int changed = 1; changed;) {
    changed = 0;
    for (size_t s = 0; s < g->states.count; s++) {
      const graph_state *state = &g->states.at[s];
      if (c->of[s] == UINT32_MAX || useful[c->of[s]])
        continue;
      for (size_t e = 0; e < state->edges.count; e++)
        if (useful[c->of[state->edges.at[e].target]])
          useful[c->of[s]] = 1, changed = 1;
    }
  }
  return useful;
}

/* Leaves the states that are useful, the initial one first. */
static void keep_useful (graph *g, const graph_components *c) {
  unsigned char *useful = find_useful (g, c);
  uint32_t *number = sett_alloc (c->states * sizeof *number);
  uint32_t kept = 0;
  for (size_t s = 0; s < c->states; s++) {
    const int keep = c->of[s] != UINT32_MAX && (!s || useful[c->of[s]]);
    number[s] = keep ? kept++ : UINT32_MAX;
  }
  for (size_t s = 0; s < c->states; s++) {
    graph_state state = g->states.at[s];
    size_t edges = 0;
    if (number[s] == UINT32_MAX) {
      SETT_RELEASE (state.edges);
      continue;
    }
    for (size_t e = 0; e < state.edges.count; e++) {
      graph_edge edge = state.edges.at[e];
      if (!useful[c->of[edge.target]])
        continue;
      edge.target = number[edge.target];
      state.edges.at[edges++] = edge;
    }
    state.edges.count = edges;
    g->states.at[number[s]] = state;
  }
  g->states.count = kept;
  SETT_ASSERT (kept && kept <= c->states);
  sett_free (number, c->states * sizeof *number);
  sett_free (useful, c->count);
}

/* ------------------------------------------------------------- marks --- */

/* Takes the marks off where no accepted run can meet them again and again. */
static void clear_marks (graph *g, const graph_components *c) {
  for (size_t s = 0; s < g->states.count; s++) {
    const int accepts = graph_component_accepts (g, c, c->of[s]);
    for (size_t e = 0; e < g->states.at[s].edges.count; e++) {
      graph_edge *edge = &g->states.at[s].edges.at[e];
      if (!accepts || (!g->state_based && c->of[edge->target] != c->of[s]))
        edge->marks = 0;
    }
  }
}

static int always_with (const graph *g, uint64_t mark, uint64_t other) {
  for (size_t s = 0; s < g->states.count; s++)
    for (size_t e = 0; e < g->states.at[s].edges.count; e++) {
      const uint64_t marks = g->states.at[s].edges.at[e].marks;
      if ((marks & mark) && !(marks & other))
        return 0;
    }
  return 1;
}

static void drop_mark (graph *g, uint64_t mark) {
  g->marks &= ~mark;
  for (size_t s = 0; s < g->states.count; s++)
    for (size_t e = 0; e < g->states.at[s].edges.count; e++)
      g->states.at[s].edges.at[e].marks &= ~mark;
}

static void drop_marks (graph *g) {
  for (uint64_t left = g->marks; left; left &= left - 1) {
    const uint64_t mark = left & -left;
    for (uint64_t others = g->marks & ~mark; others; others &= others - 1)
      if (always_with (g, others & -others, mark)) {
        drop_mark (g, mark);
        break;
      }
  }
}

void sett_graph_trim (graph *g) {
  graph_components c;
  sett_graph_find_components (g, &c);
  keep_useful (g, &c);
  sett_graph_components_release (&c);
  sett_graph_find_components (g, &c);
  clear_marks (g, &c);
  sett_graph_components_release (&c);
  drop_marks (g);
  clean_edges (g);
}
