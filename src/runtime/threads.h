/* Threads: creation, joining, the end, cancellation. */

#ifndef SETT_RUNTIME_THREADS_H
#define SETT_RUNTIME_THREADS_H

#include "runtime/engine.h"

/* Was the thread cancelled?  Then it ends here. */
void sett_cancellation_point (uintptr_t place);

#endif
