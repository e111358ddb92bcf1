/* Merging states by direct simulation. */

#ifndef SETT_LTL_SIMULATION_H
#define SETT_LTL_SIMULATION_H

#include "ltl/graph.h"

/* Makes the graph smaller; its language stays.  The work, counted in edges
   compared, is taken from *effort; when that is used up, the graph is trimmed
   and no more. */
void sett_simulation_reduce (graph *, uint64_t *effort);

#endif
