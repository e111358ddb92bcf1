/* Is a path a run that a claim accepts? */

#ifndef SETT_KERNEL_LASSO_H
#define SETT_KERNEL_LASSO_H

#include "kernel/claim.h"
#include "kernel/path.h"

/* Runs the path again by the model's functions alone and lets the claim read
   the propositions of its stable states.  A lasso must be accepted; any other
   path must lead the claim to a final state.  With `fair` each process that
   could move in every state of the cycle must move in it.  Null if all that
   is so, else a sentence, as for sett_path_verify. */
const char *sett_lasso_verify (sett_model *, const sett_path *,
                               const sett_claim *, int fair, char message[200]);

#endif
