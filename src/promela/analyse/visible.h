/* Which transitions may change a proposition of the property, or move its
   monitor: what reductions must not reorder. */

#ifndef SETT_PROMELA_VISIBLE_H
#define SETT_PROMELA_VISIBLE_H

#include "promela/analyse/automaton.h"

struct access_map;

/* Sets `visible` and `observed` of every transition, upper bounds both. */
void sett_visible_compute (tree *, automata *, const struct access_map *);

#endif
