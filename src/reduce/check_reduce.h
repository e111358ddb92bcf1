/* Tests what reductions select, on the real state space.

   A set of moves T that is selected in a state s instead of all must be
   persistent: whatever the others do before a move of T is taken, T stays as
   it is.  From s all runs that avoid T are explored, up to a bound, and in each
   state that they reach
   - every move of T is possible;
   - every other possible move belongs to processes that take no part in T,
     and commutes with each move of T: after either the other is possible and
     has the same violations, and both orders lead to the same states;
   - for a claim: no move of T changes a proposition.

   Nothing here knows why a reduction selects what it does: only the model is
   asked, for its steps. */

#ifndef SETT_REDUCE_CHECK_REDUCE_H
#define SETT_REDUCE_CHECK_REDUCE_H

#include "kernel/model.h"
#include "reduce/sleep.h"

typedef struct sett_reduce_checker sett_reduce_checker;

/* `keeps_order`: propositions matter. */
sett_reduce_checker *sett_reduce_checker_create (sett_model *, int keeps_order);
void sett_reduce_checker_destroy (sett_reduce_checker *);

/* Notes the steps that are going to be selected; then tests them as a set that
   was selected in a state. */
void sett_reduce_checker_note (sett_reduce_checker *, const sett_sink *steps);
void sett_reduce_checker_test (sett_reduce_checker *,
                               const unsigned char *state, uint32_t size);

/* Tests that move `asleep` need not be taken in a state before `taken` is: they
   commute there. */
void sett_reduce_checker_test_sleep (sett_reduce_checker *,
                                     const unsigned char *state, uint32_t size,
                                     const sett_move_name *asleep,
                                     const sett_move_name *taken);

/* Tests what was selected in a state instead of the product of some ample
   sets: see check_leap.h. */
struct sett_leaps;
void sett_reduce_checker_test_leaps (sett_reduce_checker *,
                                     const struct sett_leaps *);

/* A sentence about the first thing that was wrong; null: nothing was.  Valid
   until the checker is destroyed. */
const char *sett_reduce_checker_wrong (const sett_reduce_checker *);

#endif
