/* A process that stands in for a Java program: see shared/errand.h. */

#ifndef SETT_RUNTIME_STAND_IN_H
#define SETT_RUNTIME_STAND_IN_H

#include "runtime/core/engine.h"

/* Instead of main. */
__attribute__ ((noreturn)) void sett_stand_in (void);

/* What the Java thread of this number wants, if this process stands in for it;
   else null. */
const sett_errand *sett_stand_in_errand (unsigned thread);
/* ...and is it a visible operation of its own? */
static inline int sett_errand_is_visible (const sett_errand *e) {
  return e && e->posture.is_known;
}

/* A step was told. */
void sett_stand_in_told (sett_counterexample_step *, size_t count);

#endif
