/* Which code reports its accesses to memory. */

#ifndef SETT_RUNTIME_MODULES_H
#define SETT_RUNTIME_MODULES_H

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

/* A number that says what the system's libraries have in their variables, whose
   accesses nobody sees; without the standard streams for output. */
uint64_t sett_modules_libraries (void);

/* Is there any code that does? */
int sett_modules_any (void);

/* Is this address in code that was compiled with instrumentation? */
int sett_modules_instrumented (uintptr_t place);

#endif
