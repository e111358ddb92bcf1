/* A walk: one run of a model, small step by small step, with the output of
   the model's own print statements.  For replay and simulation; searches do
   not need it.

   After a violation that has no next state the walk is over: it offers no more
   steps. */

#ifndef SETT_KERNEL_WALK_H
#define SETT_KERNEL_WALK_H

#include "kernel/model.h"

typedef struct sett_walk sett_walk;

/* The last step taken.  Valid until the next one is taken. */
typedef struct sett_move {
  sett_model *model;
  uint64_t number;             /* 0: the initial state */
  sett_step step;              /* `offset` is meaningless here */
  unsigned held;               /* who had to move alone, or SETT_NO_PROCESS */
  const unsigned char *before; /* null for number 0 */
  uint32_t before_size;
  const unsigned char *after; /* null when step.size == 0 */
  uint32_t after_size;
  const char *output; /* what the model printed; never null */
} sett_move;

sett_walk *sett_walk_create (sett_model *); /* has made move number 0 */
void sett_walk_destroy (sett_walk *);

const sett_move *sett_walk_last (const sett_walk *);

/* The steps from here; valid until one is taken. */
const sett_sink *sett_walk_steps (sett_walk *);

/* Takes step number `index` of those. */
void sett_walk_take (sett_walk *, uint32_t index);

/* There are no steps from here: is this a proper end?  False also when the
   walk is over after a violation. */
int sett_walk_at_end (const sett_walk *);

#endif
