/* Tests extended leaps on the real state space.

   Let b be a step out of x that is in none of the sets.  Whatever a run that
   begins with b does later, its way must not be cut off: from the state after
   b, with the steps of each group in turn, a state must be met that was
   selected, on *every* choice of these steps if a claim reads the run, else on
   some choice.

   Nothing here knows how leaps are put together. */

#ifndef SETT_REDUCE_CHECK_LEAP_H
#define SETT_REDUCE_CHECK_LEAP_H

#include "reduce/leap_groups.h"

/* What was selected in an extending state. */
typedef struct sett_leaps {
  const unsigned char *state;
  uint32_t size;
  const sett_groups *groups; /* whose sets were multiplied */
  const sett_sink *out;      /* all that was selected */
  int all;                   /* every choice counts */
} sett_leaps;

/* False, with the last step of such a b, if something is missing. */
int sett_leaps_are_extended (sett_expander *, const sett_leaps *,
                             sett_step *missing);

#endif
