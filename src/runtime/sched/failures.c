#include "runtime/sched/failures.h"

#include "runtime/core/narrator.h"
#include "runtime/core/commons.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

static unsigned left (sett_failure kind) {
  return engine.board->orders.faults[kind] - (unsigned)commons->failures[kind];
}

unsigned sett_failure_choose (sett_failure kind, unsigned ways,
                              uintptr_t place) {
  if (!engine.board->orders.faults[kind])
    return 0;
  uint64_t *happened = &commons->failures[kind];
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
