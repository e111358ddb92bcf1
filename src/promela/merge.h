/* Merging: a process runs on, without being seen, through statements that
   concern nobody else.  See docs/static.md. */

#ifndef SETT_PROMELA_MERGE_H
#define SETT_PROMELA_MERGE_H

#include "promela/automaton.h"

/* Sets `silent` of locations, and `keeps_control` of the transitions that
   lead to them. */
void merge_compute (tree *, automata *);

/* May a step out of this location have a fault other than a failed
   assertion? */
int location_can_fail (const location *);

#endif
