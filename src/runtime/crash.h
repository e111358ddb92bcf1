/* Crashes and restarts on request: see crash.c. */

#ifndef SETT_RUNTIME_CRASH_H
#define SETT_RUNTIME_CRASH_H

#include "runtime/engine.h"

/* Can the process crash? */
static inline int sett_crash_possible (void) {
  return engine.board->orders.faults[SETT_FAILURE_CRASH] &&
         engine.process < engine.board->initial_count;
}

/* Before the running thread is about to do this: does the process crash?  Does
   not return then. */
void sett_crash_try (sett_operation, sett_gate, uintptr_t place);

#endif
