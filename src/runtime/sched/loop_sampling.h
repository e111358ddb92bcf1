/* Which places are worth looking at as heads of loops (vain.h).

   To compare a thread with what it was the last time it came to a place costs
   more than most operations.  As long as no loop was seen that goes round in
   vain, most places need not be looked at: those that nobody comes to twice in
   an execution, and most of the times those where threads were found to have
   gone on again and again.  A loop that waits busily comes round often enough
   to be met.

   This decides only when such a loop is seen for the first time, and so how
   much is explored before the search begins anew, knowing of it; not what is
   explored then.
 */

#ifndef SETT_RUNTIME_LOOP_SAMPLING_H
#define SETT_RUNTIME_LOOP_SAMPLING_H

#include <stdint.h>

/* Another execution begins. */
void sett_loop_sampling_begin (void);

/* The thread has come to this place. */
int sett_loop_sampling_wants (uintptr_t place, unsigned thread);

/* It was looked at, and has not gone round in vain.  True: the place need not
   be looked at for a while. */
int sett_loop_sampling_missed (uintptr_t place);

#endif
