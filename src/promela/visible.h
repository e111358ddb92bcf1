/* Which transitions may change a proposition of the property, or move its
   monitor: what reductions must not reorder. */

#ifndef SETT_PROMELA_VISIBLE_H
#define SETT_PROMELA_VISIBLE_H

#include "promela/automaton.h"

/* Sets `visible` and `observed` of every transition, upper bounds both; after
   facts_compute (). */
void visible_compute (tree *, automata *);

#endif
