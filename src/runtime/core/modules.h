/* Which code reports its accesses to memory. */

#ifndef SETT_RUNTIME_MODULES_H
#define SETT_RUNTIME_MODULES_H

#include <stddef.h>
#include <stdint.h>

typedef struct sett_span {
  uintptr_t low, high;
} sett_span;

static inline int sett_span_has (const sett_span *s, uintptr_t address) {
  return address - s->low < s->high - s->low;
}

/* What the C++ library may write to. */
extern sett_span sett_cxx_library;

/* Looks at what is loaded. */
void sett_modules_find (void);

/* Names libraries of the program's own that do not, which bounds the verdict:
   those that are loaded from elsewhere than the system's folders. */
void sett_modules_note_foreign (void);

/* Do the system's libraries have variables there, whose accesses nobody sees?
 */
int sett_modules_library (uintptr_t from, size_t size);
/* A number that says how they differ there from what they were; 0 if they do
   not.  Without the standard streams for output. */
uint64_t sett_modules_change (uintptr_t page, const char *then, size_t size);

/* Is there any code that does? */
int sett_modules_any (void);

/* Is this address in code that was compiled with instrumentation? */
int sett_modules_instrumented (uintptr_t place);

#endif
