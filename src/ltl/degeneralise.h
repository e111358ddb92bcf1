/* From many marks on edges to accepting states. */

#ifndef SETT_LTL_DEGENERALISE_H
#define SETT_LTL_DEGENERALISE_H

#include "ltl/graph.h"

/* The marks are waited for in the given order, `count` of them, each a single
   bit.  `high`: runs enter a component as if they had just met them all. */
void sett_degeneralise (const graph *, const uint64_t *order, unsigned count,
                        int high, graph *);

#endif
