/* Automata in the making: generalised Büchi automata with marks on edges.

   A run is accepted if it meets every mark of the graph infinitely often.
   State 0 is the initial one.

   A graph is `state_based` if it has one mark and all edges that leave a state
   have the same marks: then states accept, as in a claim. */

#ifndef SETT_LTL_GRAPH_H
#define SETT_LTL_GRAPH_H

#include "base/vector.h"

#include <stdint.h>

typedef struct graph_edge {
  uint64_t with, without; /* propositions that must hold, and must not */
  uint64_t marks;
  uint32_t target;
} graph_edge;

typedef struct graph_state {
  SETT_VECTOR (graph_edge) edges;
} graph_state;

typedef struct graph {
  SETT_VECTOR (graph_state) states;
  uint64_t marks; /* all of them */
  int state_based;
} graph;

uint32_t sett_graph_add_state (graph *);
void sett_graph_add_edge (graph *, uint32_t from, graph_edge);
void sett_graph_copy (graph *, const graph *);
void sett_graph_release (graph *);

/* Is a condition, or an edge with its marks, implied by that of another? */
static inline int graph_edge_within (const graph_edge *a, const graph_edge *b) {
  return !(b->with & ~a->with) && !(b->without & ~a->without) &&
         !(a->marks & ~b->marks);
}

/* The strongly connected components, numbered such that edges lead to the
   same or a smaller number. */
typedef struct graph_components {
  uint32_t *of;    /* by state: its component; UINT32_MAX if unreachable */
  uint64_t *marks; /* by component: those of the edges inside */
  uint32_t *edges; /* by component: number of edges inside */
  uint32_t count;
  size_t states;
} graph_components;

void sett_graph_find_components (const graph *, graph_components *);
void sett_graph_components_release (graph_components *);

static inline int graph_component_accepts (const graph *g,
                                           const graph_components *c,
                                           uint32_t component) {
  return c->edges[component] && c->marks[component] == g->marks;
}

int sett_graph_is_empty (const graph *); /* accepts nothing */

/* Replaces each state by its image.  Edges are kept from all of them. */
void sett_graph_map (graph *, const uint32_t *image);

/* Removes states that are not on an accepted run, edges that say nothing new,
   and marks that change nothing. */
void sett_graph_trim (graph *);

#endif
