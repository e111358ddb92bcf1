/* Merging states by comparing languages. */

#ifndef SETT_LTL_MERGE_STATES_H
#define SETT_LTL_MERGE_STATES_H

#include "ltl/graph.h"

/* Makes a state-based graph smaller, its language staying the same; `opposite`
   accepts exactly what it does not.  The work, in edges looked at, is taken
   from *effort. */
void sett_merge_states (graph *, const graph *opposite, uint64_t *effort);

#endif
