/* Accesses to memory that are no events by themselves. */

#ifndef SETT_RUNTIME_ACCESS_H
#define SETT_RUNTIME_ACCESS_H

#include "runtime/core/engine.h"

#include <string.h>

/* The running thread reads or writes (SETT_MEMORY_... of races.h), at most 16
   bytes; returns when it may do so.  Reads must come through SETT_LOOKING. */
void sett_access (const void *, size_t, unsigned how, uintptr_t place);

/* The same for any number of bytes; a piece of memory that is visible must be
   accessed right after its own call of sett_access. */
void sett_access_range (const void *, size_t, unsigned how, uintptr_t place);

/* An access by instrumented code (sett_races_plain) that needs more than a
   quick look: saves vector registers... */
void sett_enter_slowly (const void *, unsigned kind, uintptr_t place);
/* ...and calls this. */
void sett_access_slowly (const void *, unsigned kind, uintptr_t place);
/* Calls sett_races_check, where states are compared. */
void sett_enter_cleanly (const void *, unsigned kind, uintptr_t place);

/* Is any of it visible? */
int sett_access_visible (const void *, size_t);

#endif
