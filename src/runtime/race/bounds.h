/* What threads have declared to use at most (sett_will_use of sett.h), for
   persistent sets (stateless/persistent_threads.h); and that they keep to it.

   A declaration holds from the event at which it is made on, for the thread and
   for those that it creates then.  It can only become narrower: a later one
   holds within the earlier ones.

   Declarations are not looked at where more is visible than the program says:
   where plain accesses, the ends of threads, frees are events, or somebody is
   cancelled; nor with a discipline that does not rule out races, for which the
   proof of persistent_threads.c does not hold.  All threads go everywhere then.

   What was declared is combined with what threads have been seen to use
   (uses.h). */

#ifndef SETT_RUNTIME_BOUNDS_H
#define SETT_RUNTIME_BOUNDS_H

#include "runtime/core/engine.h"

struct sett_bounds;

/* The thread lists memory with objects in it. */
void sett_bounds_list (const void *, size_t, int observed);

/* The list is complete: of the thread itself, or of the next one it creates. */
void sett_bounds_close (int child);

void sett_bounds_inherit (sett_thread *creator, sett_thread *);

/* Some thread is bound, or what they use is noted.  This one is about to do
   something, or does: ends the execution with a violation if it did not declare
   it.
 */
void sett_bounds_arrive (const sett_thread *);
void sett_bounds_affect (const void *object, sett_effect_kind, int internal);

/* Do declarations count? */
int sett_bounds_count (void);

/* Shall it be noted what threads use?  By the orders. */
int sett_bounds_infer (void);
/* Then: this thread has ended an execution. */
void sett_bounds_end (unsigned thread);

/* For searches: of the last execution. */
const struct sett_bounds *sett_bounds_of_threads (void);

#endif
