/* The control-flow automata of a model, for pictures: one for each type of
   process, with what a process can do where. */

#ifndef SETT_VIEW_AUTOMATA_H
#define SETT_VIEW_AUTOMATA_H

#include "kernel/model.h"

#include <jansson.h>

/* Models with more locations than these in all are not drawn. */
#define SETT_MOST_DRAWN_LOCATIONS 1000

/* An array: "type" (its name), "locations" ("number", and if it has them
   "label" and "end"; the first is where a process begins) and "edges" ("from",
   "to" (null: the process is gone), "transition", "text", a place, "atomic": it
   goes on alone after it).  Null if they are too large. */
json_t *sett_automata_tree (sett_model *);

/* From the name of each process to the number of its location; empty if the
   model does not tell. */
json_t *sett_automata_locate (sett_model *, const unsigned char *state,
                              uint32_t size);

#endif
