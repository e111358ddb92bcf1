/* Merging: a process runs on, without being seen, through statements that
   concern nobody else.  See docs/static.md. */

#ifndef SETT_PROMELA_MERGE_LOCATIONS_H
#define SETT_PROMELA_MERGE_LOCATIONS_H

#include "promela/analyse/automaton.h"

/* Sets `silent` of locations, and `keeps_control` of the transitions that
   lead to them. */
void sett_merge_compute (tree *, automata *);

/* May a step out of this location have a violation other than a failed
   assertion? */
int sett_location_can_fail (const location *);

#endif
