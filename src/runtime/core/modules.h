/* Which code reports its accesses to memory. */

#ifndef SETT_RUNTIME_MODULES_H
#define SETT_RUNTIME_MODULES_H

#include <stdint.h>

/* Looks at what is loaded. */
void sett_modules_find (void);

/* Names libraries of the program's own that do not, which bounds the verdict:
   those that are loaded from elsewhere than the system's folders. */
void sett_modules_note_foreign (void);

/* Is there any code that does? */
int sett_modules_any (void);

/* Is this address in code that was compiled with instrumentation? */
int sett_modules_instrumented (uintptr_t place);

#endif
