/* A claim: a Büchi automaton that reads the propositions of the states of a
   run and accepts the runs that are *wrong*.

   It reads stable states only.  In state `q` of the claim, the system being
   in s, an edge can be taken if its condition holds in s; then the system
   moves.  A system that cannot move any more stays where it is for ever, and
   the claim goes on reading.  A run is accepted if the claim is in an
   accepting state infinitely often, or ever in one that is `final`.

   A state of the system is accepting by itself, whatever the claim's state,
   if it has one of the propositions in `accepting`. */

#ifndef SETT_KERNEL_CLAIM_H
#define SETT_KERNEL_CLAIM_H

#include "base/vector.h"
#include "kernel/violation.h"

#include <stdint.h>

typedef struct sett_claim_edge {
  uint64_t with, without; /* propositions that must hold, and must not */
  uint32_t target;
} sett_claim_edge;

typedef struct sett_claim_state {
  SETT_VECTOR (sett_claim_edge) edges;
  int accepting;
  int final; /* reaching it is the violation */
} sett_claim_state;

/* The initial state is number 0. */
typedef struct sett_claim {
  SETT_VECTOR (sett_claim_state) states;
  uint64_t accepting; /* propositions, see above */
  int stutters;       /* accepts the same runs when states are repeated or
                         repetitions left out: reductions may be used */
  int endless;        /* runs that end are not accepted: a system that cannot
                         move any more does not stay where it is */
  sett_violation_kind violation;     /* what an accepted run is called */
  sett_violation_kind end_violation; /* the same when it reaches a final state;
                           NONE: as `violation` says */
} sett_claim;

static inline int sett_claim_edge_holds (const sett_claim_edge *edge,
                                         uint64_t propositions) {
  return (propositions & edge->with) == edge->with &&
         !(propositions & edge->without);
}

uint32_t sett_claim_add_state (sett_claim *, int accepting);
void sett_claim_add_edge (sett_claim *, uint32_t from, uint32_t to,
                          uint64_t with, uint64_t without);
void sett_claim_release (sett_claim *);

/* Can it accept a run without coming to a final state? */
int sett_claim_accepts_cycles (const sett_claim *);

/* Does the claim accept the run whose states have these propositions?  After
   the last one it goes on at number `cycle`, for ever. */
int sett_claim_accepts (const sett_claim *, const uint64_t *propositions,
                        size_t count, size_t cycle);

#endif
