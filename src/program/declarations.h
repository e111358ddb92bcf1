/* A file of declarations beside a program: what sett.h would say in its source,
   about functions and variables by their names.

       # what only one thread uses
       unshared cache
       tentatively unshared totals
       # what threads that begin in a function use at most
       thread work uses lock, ready
       thread work observes stop
       thread main uses nothing

   Names are looked up among the symbols of the executable.  What is found goes
   to the run-time as words (shared/declaration.h). */

#ifndef SETT_PROGRAM_DECLARATIONS_H
#define SETT_PROGRAM_DECLARATIONS_H

#include "base/vector.h"

#include <stdint.h>

struct sett_text;

typedef SETT_VECTOR (uint64_t) sett_declarations;

/* False, with a sentence that names the line, if something is wrong.  The
   executable has this name for people. */
int sett_declarations_read (sett_declarations *, const char *file,
                            const char *executable, const char *name,
                            struct sett_text *error);

#endif
