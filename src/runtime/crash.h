/* Crashes and restarts on request: see crash.c. */

#ifndef SETT_RUNTIME_CRASH_H
#define SETT_RUNTIME_CRASH_H

#include "runtime/commons.h"
#include "runtime/engine.h"

/* Are there crashes in these executions? */
static inline int sett_crash_possible (void) {
  return engine.multi && engine.board->orders.faults[SETT_FAILURE_CRASH];
}

/* The running thread is about to do this: does the process crash now?  Does not
   return then. */
void sett_crash_try (sett_operation, uintptr_t place);

/* It does something that others can see: a crash before and after that are
   different. */
static inline void sett_crash_expose (const void *object,
                                      sett_effect_kind kind) {
  if (sett_is_common (object) && kind != SETT_EFFECT_LOAD &&
      kind != SETT_EFFECT_AWAIT && kind != SETT_EFFECT_LIVE)
    sett_self ()->settled = 0;
}

#endif
