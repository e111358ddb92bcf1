/* Tests the outcome of a search that keeps account of debts (cycle_proviso.c):
   from every state one that was expanded in full can be reached by the steps
   that were selected. */

#ifndef SETT_SEARCH_CHECK_CYCLE_PROVISO_H
#define SETT_SEARCH_CHECK_CYCLE_PROVISO_H

#include "base/vector.h"

#include <stdint.h>

typedef struct sett_cycle_proviso_step {
  uint64_t from, to;
} sett_cycle_proviso_step;

typedef struct sett_cycle_proviso_record {
  SETT_VECTOR (sett_cycle_proviso_step)
  steps;                       /* selected, of states that owe */
  SETT_VECTOR (uint64_t) full; /* states that were expanded in full */
} sett_cycle_proviso_record;   /* all zero: empty */

void sett_cycle_proviso_record_release (sett_cycle_proviso_record *);

/* True if every state with steps leads to one that is full.  Changes the order
   of the steps. */
int sett_cycle_proviso_are_paid (sett_cycle_proviso_record *);

#endif
