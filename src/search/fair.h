/* Weak fairness by process: a process that can always move moves.

   A cycle is fair if each process that can move in every state of the cycle
   moves in it.  A process can move if it has a step of its own (one that could
   only be the receiver of a rendezvous has none); in a rendezvous both move.

   The state space is unfolded into copies (Choueka): copy 0 waits for an
   accepting state, copy p + 1 for process p to move or to be unable to.  A
   cycle through an accepting state of copy 0 is a fair one, and every fair
   cycle of the system with an accepting state can be found as such.  Processes
   may come and go: one that does not exist cannot move. */

#ifndef SETT_SEARCH_FAIR_H
#define SETT_SEARCH_FAIR_H

#include "kernel/model.h"
#include "kernel/path.h"

typedef struct sett_fair sett_fair;

sett_fair *sett_fair_create (sett_model *);
void sett_fair_destroy (sett_fair *);

/* The successors of a state, as from sett_expand; one that can be reached by
   moves of different processes comes several times.  With `selected` (null:
   all) only by those processes that move in these steps: a reduction selects
   processes whole. */
const sett_sink *sett_fair_expand (sett_fair *, const unsigned char *state,
                                   uint32_t size, const sett_sink *selected);

/* Had the state no step at all? */
int sett_fair_stuck (const sett_fair *);

/* The copy to which successor number `index` belongs when the state is in
   `copy`; `accepting`: is the state? */
uint32_t sett_fair_next (const sett_fair *, uint32_t copy, int accepting,
                         uint32_t index);

/* What sett_fair_connect looks for: a state, and the copies before and after
   it. */
typedef struct sett_fair_goal {
  const unsigned char *target;
  uint32_t size;
  uint32_t copy, next_copy;
  int accepting;
} sett_fair_goal;

/* Appends the small steps from a state to the goal; false if there are
   none. */
int sett_fair_connect (sett_fair *, const unsigned char *from,
                       uint32_t from_size, const sett_fair_goal *, sett_path *);

#endif
