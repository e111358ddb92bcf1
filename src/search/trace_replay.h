/* Replay: runs a trace again on a model, by the model's functions alone. */

#ifndef SETT_SEARCH_TRACE_REPLAY_H
#define SETT_SEARCH_TRACE_REPLAY_H

#include "kernel/claim.h"
#include "kernel/trace.h"
#include "kernel/walk.h"

struct sett_text;

/* Called for every move, number 0 included; may be null. */
typedef void (*sett_move_observer) (void *context, const sett_move *);

/* True when every step could be matched (process, transition, partner,
   holder, state) and the violation is there at the end; for that of a run,
   that the claim accepts it (`claim` may be null for others).  Else
   `departure` says "departs at step N: ..." and why. */
int sett_replay (sett_model *, const sett_trace *, const sett_claim *,
                 sett_move_observer, void *context,
                 struct sett_text *departure);

#endif
