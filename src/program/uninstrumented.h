/* What of an executable was not compiled by `sett cc`, so that its accesses to
   memory are not seen. */

#ifndef SETT_PROGRAM_UNINSTRUMENTED_H
#define SETT_PROGRAM_UNINSTRUMENTED_H

#include <stddef.h>

struct sett_text;

/* Adds the names of such units, abridged; gives their number. */
size_t sett_units_foreign (const char *path, struct sett_text *names);

#endif
