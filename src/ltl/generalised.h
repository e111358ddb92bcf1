/* The generalised Büchi automaton of a term. */

#ifndef SETT_LTL_GENERALISED_H
#define SETT_LTL_GENERALISED_H

#include "ltl/graph.h"
#include "ltl/terms.h"

/* False, and an empty graph, if it gets too large. */
int sett_generalised_of_term (terms *, term, graph *);

#endif
