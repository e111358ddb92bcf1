/* Which steps of a long schedule matter: those that another thread of it has to
   do with. */

#ifndef SETT_PROGRAM_WHAT_MATTERS_H
#define SETT_PROGRAM_WHAT_MATTERS_H

#include "program/explain.h"

/* Sets a byte for each step that matters: on an object that several threads of
   the schedule use, concerning another thread, at a switch that interrupts
   one, before an access of a race, or among the last.  The bytes are 0. */
void sett_find_what_matters (const sett_explainer *, uint8_t *matters);

#endif
