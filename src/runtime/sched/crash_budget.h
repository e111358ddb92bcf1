/* Crash budgets: how often each process may crash and start again in this
   execution
   (--faults crash=N,restart=N).

   That is chosen first, in an event of the leader that is before all others of
   the execution.  So processes that have not been chosen have nothing to decide
   later, and crashes of different processes do not depend on each other, as
   they would if each of them had to look how many are left.

   A process crashes, starts again, crashes, ...: its budget is how many of
   these turns it has left.  Nobody has to take them: so only those choices are
   made to which no turn can be added. */

#ifndef SETT_RUNTIME_CRASH_BUDGET_H
#define SETT_RUNTIME_CRASH_BUDGET_H

#include "runtime/core/os_model.h"
#include "runtime/core/engine.h"

/* Is the choice still to be made? */
static inline int sett_crash_budget_is_open (void) {
  return engine.shared->orders.failures[SETT_FAILURE_CRASH] &&
         !os_model->crashes_chosen;
}

/* The leader makes it. */
void sett_crash_budget_choose (uintptr_t place);

/* Are there crashes in these executions? */
static inline int sett_crash_possible (void) {
  return engine.multi && engine.shared->orders.failures[SETT_FAILURE_CRASH];
}

/* It does something that others can see: a crash before and after that are
   different. */
static inline void sett_crash_expose (const void *object,
                                      sett_effect_kind kind) {
  if (sett_is_common (object) && kind != SETT_EFFECT_LOAD &&
      kind != SETT_EFFECT_AWAIT && kind != SETT_EFFECT_LIVE)
    sett_self ()->settled = 0;
}

#endif
