/* Files: what is undone after an execution, and what cannot be. */

#ifndef SETT_RUNTIME_FILES_H
#define SETT_RUNTIME_FILES_H

#include "runtime/engine.h"

/* The running thread uses files (and changes something there): an event, since
   others may use the same ones. */
void sett_files_use (int changes, uintptr_t place);

/* The number of a descriptor means something else now. */
void sett_files_forget (long number);

/* Removes what the execution created. */
void sett_files_restore (void);
/* Is there any? */
int sett_files_created (void);

#endif
