/* The locking discipline: MLD' (Stoller, after Savage's Eraser), for memory.

   Memory is private at first: to the thread that it belongs to (its stack, its
   thread-local variables), or that uses it before others do, which therefore
   initialises it.  It can be handed over to a thread that is created, and comes
   back by joining.  As soon as it is shared, either nobody writes, or some one
   lock is held at every access.  phases.h has the rule, and why a search may
   rely on it.

   Each byte has a history of its own.  Bytes that were always accessed together
   share one; when an access covers some of them only, they part.  So accesses
   of any sizes that overlap count together, and those that do not overlap never
   count together.

   A page of memory that one thread has to itself is not looked at (owners.h).
   What main did before it created a thread is before everything else, and
   handed over to everybody.

   Besides, races are reported as ever (races.h): they cover what is no access
   by a thread's own code, such as freeing, and atomic operations.

   Savage's original is here for comparison only: the first thread that happens
   to come may do as it likes until the second comes. */

#ifndef SETT_RUNTIME_LOCKSET_H
#define SETT_RUNTIME_LOCKSET_H

#include "runtime/core/engine.h"

void sett_lockset_access (const void *, size_t, int writes, uintptr_t place);

/* Fresh memory has no past. */
void sett_lockset_allocated (const void *, size_t);

/* One thread creates the other, or is joined by it. */
void sett_lockset_hand_over (const sett_thread *from, const sett_thread *to);

void sett_lockset_begin (void);

/* After a fork: this process has a table of its own. */
void sett_lockset_adopt (void);

#endif
