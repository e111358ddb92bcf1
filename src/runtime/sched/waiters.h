/* Threads that wait until somebody wakes them: at conditions, barriers and
   futexes.  Where the queue is in memory that processes share, they can be of
   any process.

   What a thread of this process waits for is in the world.  Of all others it is
   in their stations (shared.h), which are right as long as their processes do
   not have the turn: whoever wakes them does so there, and they see it when
   they go on (sett_waiters_return). */

#ifndef SETT_RUNTIME_WAITERS_H
#define SETT_RUNTIME_WAITERS_H

#include "runtime/core/engine.h"

/* Who waits there and was not woken yet (of futexes: with some of these bits).
 */
sett_thread_set sett_waiters_at (const void *queue, uint32_t bits);

/* It need not wait any longer, because of the present event. */
void sett_waiters_wake (unsigned thread);
/* What the running thread did is before what that one does then. */
void sett_waiters_pass (unsigned thread);
/* It waits elsewhere from now on. */
void sett_waiters_move (unsigned thread, const void *queue);

/* Does a thread stand before this operation on this object? */
int sett_waiters_before (sett_operation, const void *object);

/* The process has got the turn: what others have done to its threads. */
void sett_waiters_return (void);

#endif
