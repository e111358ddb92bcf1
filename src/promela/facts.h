/* What each transition may read and write, in terms of slots.

   Slots: the number of processes, the mover's own record, the records below
   and above it, _last, then one per global variable, one per global channel
   and one each for the memory of embedded C and the monitor of a trace, if
   there are any.  The sets are upper
   bounds, checked by kernel/check_model.h. */

#ifndef SETT_PROMELA_FACTS_H
#define SETT_PROMELA_FACTS_H

#include "promela/automaton.h"

enum {
  SLOT_PROCESSES,
  SLOT_OWN,
  SLOT_BELOW,
  SLOT_ABOVE,
  SLOT_LAST,
  SLOT_GLOBALS /* the first variable; channels, then C, follow */
};

uint32_t facts_slots (const tree *);
void facts_compute (tree *, automata *);

/* May this channel of a send or receive have no buffer? */
int may_be_rendezvous (const expression *channel);

#endif
