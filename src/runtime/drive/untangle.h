/* Schedules that chance has made, put in order: fewer changes of threads, and
   fewer steps, as long as the same goes wrong. */

#ifndef SETT_RUNTIME_UNTANGLE_H
#define SETT_RUNTIME_UNTANGLE_H

#include "shared/shared.h"

typedef struct sett_untangler {
  const sett_log *(*run) (const sett_plan *);
  int (*is_over) (void); /* no time is left */
  uint32_t most_events;
} sett_untangler;

void sett_untangle (sett_counterexample *, const sett_untangler *);

#endif
