/* What a thread is about to do, as searches see it. */

#ifndef SETT_RUNTIME_PENDING_H
#define SETT_RUNTIME_PENDING_H

#include "runtime/core/engine.h"

/* As an event, with effects at the end of the log. */
void sett_pending_describe (const sett_thread *, sett_event *);

/* The thread is blocked at that, and takes a signal instead, in the present
   event, which has no effects yet. */
void sett_pending_displaced (const sett_thread *);

#endif
