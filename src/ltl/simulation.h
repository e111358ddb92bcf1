/* Merging states by direct simulation. */

#ifndef SETT_LTL_SIMULATION_H
#define SETT_LTL_SIMULATION_H

#include "ltl/graph.h"

/* Makes the graph smaller; its language stays.  A graph that is too large for
   it stays as it is, but trimmed. */
void simulation_reduce (graph *);

#endif
