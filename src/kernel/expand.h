/* From small steps to the successors that a search sees.

   A successor of a stable state is a stable state reached by one step, or by
   one step and the steps of the holders after it.  Transient states are
   explored here and forgotten; a run of holders that returns to a transient
   state it has been in is cut, so that a loop inside `atomic` ends. */

#ifndef SETT_KERNEL_EXPAND_H
#define SETT_KERNEL_EXPAND_H

#include "kernel/model.h"

typedef struct sett_expander sett_expander;

sett_expander *sett_expander_create (sett_model *);
void sett_expander_destroy (sett_expander *);

/* From now on notes in `coverage` (null: no more) the steps and states that it
   meets; the model is asked for single steps then. */
struct sett_coverage;
void sett_expander_record (sett_expander *, struct sett_coverage *coverage);

/* The successors of a state, valid until the next call: a sink whose steps
   are the *last* steps of each run, with `holder` SETT_NO_PROCESS; steps with a
   violation are included (a failed assertion in the middle of a run comes as an
   extra step of size 0 and the run goes on). */
const sett_sink *sett_expand (sett_expander *, const unsigned char *state,
                              uint32_t size);

/* The same in two halves: the steps of a stable state, of all processes or of
   one (SETT_NO_PROCESS: all); then, after the caller has removed some from the
   sink (sett_sink.count and the order of steps may change), their closure. */
sett_sink *sett_expand_steps (sett_expander *, const unsigned char *state,
                              uint32_t size, unsigned process);
const sett_sink *sett_expand_close (sett_expander *);
sett_sink *sett_expander_steps (sett_expander *); /* those steps once more */

/* Had the state of the last sett_expand no step at all?  (A state from which
   runs of holders never end has steps but no successors.) */
int sett_expand_stuck (const sett_expander *);

/* Finds the small steps that lead from a stable state to a stable state, or
   to the violation `violation` of `transition` when `target` is null.  Appends
   them to `path`; false if there are none. */
struct sett_path;
int sett_expand_find (sett_expander *, const unsigned char *from,
                      uint32_t from_size, const unsigned char *target,
                      uint32_t target_size, const sett_step *violating,
                      struct sett_path *path);

#endif
