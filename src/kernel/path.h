/* A sequence of small steps from the initial state, with the states between:
   what a counter-example is made of.

   A lasso is a path that goes on for ever: after its last step it is in the
   same state as after step number `cycle`, and repeats the steps after that
   one.  When `cycle` is the number of the last step, nothing can move there,
   and the run stays for ever. */

#ifndef SETT_KERNEL_PATH_H
#define SETT_KERNEL_PATH_H

#include "base/vector.h"
#include "kernel/violation.h"
#include "kernel/model.h"

typedef struct sett_path_step {
  sett_step step;       /* `offset` is meaningless here */
  unsigned char *state; /* after the step; owned; null when step.size == 0 */
} sett_path_step;

/* steps.at[0] is the initial state with transition SETT_YIELD. */
typedef struct sett_path {
  SETT_VECTOR (sett_path_step) steps;
  int lasso;
  size_t cycle; /* of a lasso: a step, 0 being the initial state */
} sett_path;

void sett_path_add (sett_path *, const sett_step *, const unsigned char *state);
void sett_path_release (sett_path *);

/* Runs the path again from the model's initial state, step by step, by the
   model's functions alone, and checks that it ends in `violation`: that of the
   last step, a deadlock, or one of which the model complains.  Null if so, else
   a sentence that says at which step it departed (static buffer of the
   caller's, at least 200 bytes). */
const char *sett_path_verify (sett_model *, const sett_path *,
                              sett_violation_kind, char message[200]);

/* The first half of it: is every step one of the model's? */
const char *sett_path_verify_steps (sett_model *, const sett_path *,
                                    char message[200]);

#endif
