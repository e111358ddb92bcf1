/* Memory that the program says only one thread uses (sett.h): accesses to it
   are not looked at.  What is said tentatively is taken back for good when
   another thread comes. */

#ifndef SETT_RUNTIME_UNSHARED_H
#define SETT_RUNTIME_UNSHARED_H

#include "runtime/core/engine.h"

void sett_unshared_add (const void *, size_t, int tentatively);

/* Need this access not be looked at? */
int sett_unshared_covers (const void *, size_t);

#endif
