/* Crashes and restarts on request: see crash.c. */

#ifndef SETT_RUNTIME_CRASH_H
#define SETT_RUNTIME_CRASH_H

#include "runtime/core/os_model.h"
#include "runtime/core/engine.h"

/* The running thread is about to do this: does the process crash now?  Does not
   return then. */
void sett_crash_try (sett_operation, uintptr_t place);

#endif
