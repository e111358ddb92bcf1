/* The locking discipline MLD' (Stoller, after Savage's Eraser).

   Memory has a designated initialiser: the thread that allocated it, main for
   the rest.  Its first transition that accesses the memory is initialisation,
   which has to happen before any access of other threads.
   After that, either nobody writes, or some one lock is held at every access.

   A program that keeps to it has no data races, and Stoller's theorems say that
   a search in which accesses are invisible finds a violation if there is one
   in any execution.  That is not so for Savage's original, in which the first
   thread that happens to come may do as it likes until the second comes; it is
   here for comparison only. */

#ifndef SETT_RUNTIME_LOCKSET_H
#define SETT_RUNTIME_LOCKSET_H

#include "runtime/engine.h"

void sett_lockset_access (const void *, size_t, int writes, uintptr_t place);
void sett_lockset_allocated (const void *, size_t);
void sett_lockset_begin (void);

/* After a fork: this process has a table of its own. */
void sett_lockset_adopt (void);

#endif
