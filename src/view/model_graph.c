/* Breadth first, from the initial state: see model_graph.h. */

#include "view/model_graph.h"

#include "base/assert.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/vector.h"
#include "kernel/describe.h"
#include "kernel/expand.h"

#include <string.h>

typedef struct node {
  unsigned char *at; /* owned */
  uint32_t size;
  int stuck; /* nothing leads out of it */
} node;

typedef struct edge {
  uint32_t from, to, transition;
  unsigned process;
} edge;

struct sett_state_graph {
  sett_model *model;
  SETT_VECTOR (node) nodes;
  SETT_VECTOR (edge) edges;
};

int sett_state_graph_find (const sett_state_graph *g,
                           const unsigned char *state, uint32_t size) {
  for (size_t i = 0; i < g->nodes.count; i++)
    if (g->nodes.at[i].size == size && !memcmp (g->nodes.at[i].at, state, size))
      return (int)i;
  return -1;
}

static uint32_t add_state (sett_state_graph *g, const unsigned char *state,
                           uint32_t size) {
  const int known = sett_state_graph_find (g, state, size);
  if (known >= 0)
    return (uint32_t)known;
  node fresh = {.at = sett_alloc (size), .size = size};
  memcpy (fresh.at, state, size);
  SETT_PUSH (g->nodes, fresh);
  return (uint32_t)g->nodes.count - 1;
}

static void add_edge (sett_state_graph *g, const edge *e) {
  SETT_ASSERT (e->from < g->nodes.count && e->to < g->nodes.count);
  for (size_t i = 0; i < g->edges.count; i++)
    if (!memcmp (&g->edges.at[i], e, sizeof *e))
      return;
  SETT_PUSH (g->edges, *e);
}

static void expand (sett_state_graph *g, sett_expander *x, uint32_t from) {
  SETT_ASSERT (from < g->nodes.count);
  const sett_sink *out =
      sett_expand (x, g->nodes.at[from].at, g->nodes.at[from].size);
  g->nodes.at[from].stuck = sett_expand_stuck (x);
  for (uint32_t k = 0; k < out->count; k++) {
    const sett_step *s = &out->steps[k];
    if (!s->size)
      continue;
    edge e;
    memset (&e, 0, sizeof e);
    e.from = from;
    e.to = add_state (g, out->bytes + s->offset, s->size);
    e.transition = s->transition;
    e.process = s->process;
    add_edge (g, &e);
  }
}

/* False: there is no initial state. */
static int begin (sett_state_graph *g) {
  sett_sink sink;
  sett_sink_init (&sink);
  g->model->initial (g->model, &sink);
  const int begins = sink.count == 1 && sink.steps[0].size;
  if (begins)
    add_state (g, sink.bytes + sink.steps[0].offset, sink.steps[0].size);
  sett_sink_release (&sink);
  return begins;
}

sett_state_graph *sett_state_graph_build (sett_model *model) {
  sett_state_graph *g = sett_zalloc (1, sizeof *g);
  g->model = model;
  sett_expander *x = sett_expander_create (model);
  int fits = begin (g);
  for (uint32_t i = 0; fits && i < g->nodes.count; i++) {
    expand (g, x, i);
    fits = g->nodes.count <= SETT_MOST_DRAWN_STATES;
  }
  sett_expander_destroy (x);
  if (fits)
    return g;
  sett_state_graph_release (g);
  return NULL;
}

void sett_state_graph_release (sett_state_graph *g) {
  if (!g)
    return;
  for (size_t i = 0; i < g->nodes.count; i++)
    sett_free (g->nodes.at[i].at, g->nodes.at[i].size);
  SETT_RELEASE (g->nodes);
  SETT_RELEASE (g->edges);
  sett_free (g, sizeof *g);
}

/*------------------------------------------------------------------------*/

static void add_item (void *context, const sett_item *item) {
  sett_text *text = context;
  if (item->kind != SETT_ITEM_MESSAGE)
    sett_text_addf (text, "%s%s = %s", text->length ? ", " : "", item->name,
                    item->value);
}

static json_t *name_of (const sett_state_graph *g, const node *n,
                        unsigned process) {
  sett_text text = {0};
  g->model->name_process (g->model, n->at, n->size, process, &text);
  json_t *name = sett_json_string (sett_text_get (&text));
  sett_text_release (&text);
  return name;
}

static json_t *processes_of (const sett_state_graph *g, const node *n) {
  json_t *array = json_array ();
  const unsigned count = g->model->processes (g->model, n->at, n->size);
  for (unsigned i = 0; i < count; i++) {
    sett_text position = {0};
    g->model->show_position (g->model, n->at, n->size, i, &position);
    json_array_append_new (
        array, json_pack ("{s:o, s:o}", "name", name_of (g, n, i), "position",
                          sett_json_string (sett_text_get (&position))));
    sett_text_release (&position);
  }
  return array;
}

static json_t *state_of (const sett_state_graph *g, const node *n) {
  sett_model *m = g->model;
  sett_text text = {0};
  const int end = n->stuck && m->is_end (m, n->at, n->size);
  if (m->list_items)
    m->list_items (m, n->at, n->size, add_item, &text);
  json_t *o =
      json_pack ("{s:o, s:o, s:b, s:b}", "text",
                 sett_json_string (sett_text_get (&text)), "processes",
                 processes_of (g, n), "end", end, "deadlock", n->stuck && !end);
  sett_text_release (&text);
  return o;
}

static json_t *edge_of (const sett_state_graph *g, const edge *e) {
  const char *text = e->transition == SETT_YIELD
                         ? "(gives up control)"
                         : sett_describe_statement (g->model, e->transition);
  return json_pack ("{s:i, s:i, s:o, s:o}", "from", (int)e->from, "to",
                    (int)e->to, "process",
                    name_of (g, &g->nodes.at[e->from], e->process), "text",
                    sett_json_string (text));
}

json_t *sett_state_graph_tree (const sett_state_graph *g) {
  json_t *states = json_array (), *edges = json_array ();
  for (size_t i = 0; i < g->nodes.count; i++)
    json_array_append_new (states, state_of (g, g->nodes.at + i));
  for (size_t i = 0; i < g->edges.count; i++)
    json_array_append_new (edges, edge_of (g, g->edges.at + i));
  return json_pack ("{s:o, s:o}", "states", states, "edges", edges);
}
