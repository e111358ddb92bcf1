/* Dead variables: local variables whose value nobody will read any more.

   They are set to 0, so that states that differ in nothing else become one.
   See docs/static.md. */

#ifndef SETT_PROMELA_LIVENESS_H
#define SETT_PROMELA_LIVENESS_H

#include "promela/analyse/automaton.h"

/* Fills `resets` of transitions and automata and `dead` of locations; after
   layout.c. */
void sett_liveness_compute (tree *, automata *);

#endif
