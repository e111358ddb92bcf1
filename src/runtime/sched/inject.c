/* Failures on request: see inject.h.  Never more of a kind than were asked for.
 */

#include "runtime/sched/inject.h"

#include "runtime/core/narrator.h"
#include "runtime/core/os_model.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

static unsigned left (sett_failure kind) {
  return engine.shared->orders.failures[kind] -
         (unsigned)os_model->failures[kind];
}

unsigned sett_inject_choose (sett_failure kind, unsigned ways,
                             uintptr_t place) {
  if (!engine.shared->orders.failures[kind])
    return 0;
  uint64_t *happened = &os_model->failures[kind];
  sett_visible (SETT_DO_RISK, happened, SETT_EFFECT_LOAD, NULL, place);
  sett_affect (happened, SETT_EFFECT_LOAD, *happened);
  const unsigned choice = left (kind) ? sett_alternative_rarely (ways + 1) : 0;
  if (!choice)
    return 0;
  sett_visible (SETT_DO_FAIL, happened, SETT_EFFECT_STORE, NULL, place);
  sett_affect (happened, SETT_EFFECT_STORE, *happened);
  if (!left (kind)) { /* somebody else was quicker */
    if (UNLIKELY (engine.narrating))
      narrator->failed ();
    return 0;
  }
  sett_spin_progress ();
  ++*happened;
  return choice;
}
