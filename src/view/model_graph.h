/* The whole state graph of a small model, for pictures: its stable states and
   what leads from one to another, without any partial order reduction. */

#ifndef SETT_VIEW_MODEL_GRAPH_H
#define SETT_VIEW_MODEL_GRAPH_H

#include "kernel/model.h"

#include <jansson.h>

/* Larger ones are no picture any more. */
#define SETT_MOST_DRAWN_STATES 300

typedef struct sett_state_graph sett_state_graph;

/* Null if it has more states than that, or none. */
sett_state_graph *sett_state_graph_build (sett_model *);
void sett_state_graph_release (sett_state_graph *); /* also null */

/* The number of a state; -1: it is none of them (a transient one). */
int sett_state_graph_find (const sett_state_graph *, const unsigned char *,
                           uint32_t size);

/* "states": "text", "processes", "end" and "deadlock" of each; "edges": "from",
   "to", "process", "text".  The first state is the initial one. */
json_t *sett_state_graph_tree (const sett_state_graph *);

#endif
