/* What nested searches have in common: cycles that the claim accepts. */

#ifndef SETT_SEARCH_ACCEPTING_CYCLES_H
#define SETT_SEARCH_ACCEPTING_CYCLES_H

#include "search/run.h"

/* Reports the path of the first search (`frames`), from its last state on that
   of the second (`inner`, which begins there), and back to a state of the
   first. */
void sett_cycles_report (sett_worker *, uint64_t back);

/* One cycle is enough: when all violations are wanted, the rest of the search
   is for others. */
static inline int sett_cycles_wanted (sett_run *run) {
  return !atomic_load_explicit (&run->accepted, memory_order_relaxed);
}

#endif
