/* A process that stands in for a Java program: see shared/errand.h. */

#ifndef SETT_RUNTIME_STAND_IN_H
#define SETT_RUNTIME_STAND_IN_H

#include "runtime/core/engine.h"
#include "stateless/saved.h"

/* Instead of main. */
__attribute__ ((noreturn)) void sett_stand_in (void);

/* What the Java thread of this number wants, if this process stands in for it;
   else null. */
const sett_errand *sett_stand_in_errand (unsigned thread);
/* ...and is it a visible operation of its own? */
static inline int sett_errand_is_visible (const sett_errand *e) {
  return e && e->posture.is_known;
}

/* What the virtual machine knows of its programs, as bytes, between two
   executions; and before the first one. */
void sett_stand_ins_save (sett_saved *);
void sett_stand_ins_load (sett_saved *);

/* A step was told. */
void sett_stand_in_told (sett_counterexample_step *, size_t count);

#endif
