/* The values of accesses, for reports: what was in memory before one, and
   what a write has left there. */

#ifndef SETT_RUNTIME_VALUES_H
#define SETT_RUNTIME_VALUES_H

#include "runtime/core/narrator.h"

/* The running thread is about to access a granule (8 bytes; 0: more than
   that).  Its testimony gets the value before, and after a write the new one,
   as soon as the thread does something else. */
void sett_values_note (sett_testimony *, uintptr_t granule, unsigned how);

/* The running thread has come to its next access or event: the write before has
   happened. */
void sett_values_settle (void);

/* The execution ends here: what was about to be written never is. */
void sett_values_forget (void);

#endif
