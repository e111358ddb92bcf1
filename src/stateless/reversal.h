/* What it takes to have an event earlier: before another one that it raced
   with, or that kept it from happening at all. */

#ifndef SETT_STATELESS_REVERSAL_H
#define SETT_STATELESS_REVERSAL_H

#include "stateless/wakeup.h"

/* May the event have to wait for others to change an object? */
int sett_event_blocks (const sett_event *, const sett_effect *);

typedef enum sett_possibility {
  SETT_IMPOSSIBLE,
  SETT_PERHAPS,
  SETT_POSSIBLE
} sett_possibility;

/* The sequence from the state before event `first` on that has `second`
   earlier, and first not at all.  Second is the event `index` of the execution,
   or a pending one (index: the number of events).  If it is known to be
   possible there, `certain` saves the question.  What was displaced by an event
   (`place`, or SETT_NO_EVENT; index: the number of events) is pending in the
   execution without that one and all that happens after it. */
sett_possibility sett_reversal_build (sett_sequence *,
                                      const sett_happens_before *,
                                      uint32_t first, const sett_event *second,
                                      const sett_effect *, uint32_t index,
                                      uint32_t place, int certain);

#endif
