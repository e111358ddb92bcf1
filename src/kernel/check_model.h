/* Tests what a model declares of its transitions, and reductions trust
   (kernel/control.h), on the states that a search meets: what a step changes
   must be declared as written, what it does not touch must not matter to it,
   and what a transition does not need must not matter to whether it is
   possible. */

#ifndef SETT_KERNEL_CHECK_MODEL_H
#define SETT_KERNEL_CHECK_MODEL_H

#include "kernel/model.h"

typedef struct sett_model_checker sett_model_checker;

/* One per thread; different seeds make different samples. */
sett_model_checker *sett_model_checker_create (sett_model *, uint64_t seed);
void sett_model_checker_destroy (sett_model_checker *);

/* Tests the steps out of a stable state and, by a random walk, those of the
   holders after it.  Null, or a sentence about what is not true, valid
   until the next call. */
const char *sett_model_checker_test (sett_model_checker *,
                                     const unsigned char *state, uint32_t size);

#endif
