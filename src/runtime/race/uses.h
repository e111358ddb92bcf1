/* What each thread has ever used: an upper bound of what it will use, which
   nobody had to declare (Stoller's allowedOps), for persistent sets.

   It is a guess from the executions so far, and checked: a thread that comes to
   an operation, or has an effect, that it was not seen to have makes the bound
   wider, and the search begins anew.  A search that comes to its end has been
   made with one bound, and nobody left it.  That no other execution leaves it,
   either, is the same argument as for bounds that are declared
   (stateless/persistent_threads.c): who would leave it comes to the operation
   in an execution that is explored.

   All threads go everywhere where a declaration would not count (bounds.h), and
   with several workers, who would have to agree. */

#ifndef SETT_RUNTIME_USES_H
#define SETT_RUNTIME_USES_H

#include "runtime/core/engine.h"
#include "stateless/saved.h"

/* A thread is about to have this effect, or has it. */
void sett_uses_add (const sett_thread *, const void *object, sett_effect_kind);

/* It ends the program, or the execution. */
void sett_uses_end (unsigned thread);

/* May the thread, or one that it creates, use the object in one of these ways,
   as far as is known... */
int sett_uses_allow (unsigned thread, uint32_t object, uint32_t kinds);
/* ...or end the program? */
int sett_uses_allow_end (unsigned thread);

/* In a checkpoint: what is read is known from then on, too. */
void sett_uses_save (sett_saved *);
void sett_uses_load (sett_saved *);
void sett_uses_forget (void); /* tests */

#endif
