/* The rows of violation.def as an enumeration and a table. */

#ifndef SETT_KERNEL_VIOLATION_H
#define SETT_KERNEL_VIOLATION_H

typedef enum sett_violation_kind {
#define VIOLATION(NAME, KIND, TEXT) SETT_VIOLATION_##NAME,
#include "kernel/violation.def"
#undef VIOLATION
  SETT_VIOLATIONS
} sett_violation_kind;

/* Is it a run as a whole that is wrong, as a claim says, and not a step or a
   state? */
int sett_violation_is_of_run (sett_violation_kind);

const char *sett_violation_name (sett_violation_kind);     /* "ASSERTION" */
const char *sett_violation_category (sett_violation_kind); /* "assertion" */
const char *
    sett_violation_text (sett_violation_kind); /* "assertion violated" */

#endif
