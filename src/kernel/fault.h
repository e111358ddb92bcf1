/* The rows of fault.def as an enumeration and a table. */

#ifndef SETT_KERNEL_FAULT_H
#define SETT_KERNEL_FAULT_H

typedef enum sett_fault {
#define FAULT(NAME, KIND, TEXT) SETT_FAULT_##NAME,
#include "kernel/fault.def"
#undef FAULT
  SETT_FAULTS
} sett_fault;

/* Is it a run as a whole that is wrong, as a claim says, and not a step or a
   state? */
int sett_fault_is_of_run (sett_fault);

const char *sett_fault_name (sett_fault); /* "ASSERTION" */
const char *sett_fault_kind (sett_fault); /* "assertion" */
const char *sett_fault_text (sett_fault); /* "assertion violated" */

#endif
