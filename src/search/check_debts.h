/* Tests the outcome of a search that keeps account of debts (debts.c): from
   every state one that was expanded in full can be reached by the steps that
   were selected. */

#ifndef SETT_SEARCH_CHECK_DEBTS_H
#define SETT_SEARCH_CHECK_DEBTS_H

#include "base/vector.h"

#include <stdint.h>

typedef struct sett_debts_step {
  uint64_t from, to;
} sett_debts_step;

typedef struct sett_debts_record {
  SETT_VECTOR (sett_debts_step) steps; /* selected, of states that owe */
  SETT_VECTOR (uint64_t) full;         /* states that were expanded in full */
} sett_debts_record;                   /* all zero: empty */

void sett_debts_record_release (sett_debts_record *);

/* True if every state with steps leads to one that is full.  Changes the order
   of the steps. */
int sett_debts_are_paid (sett_debts_record *);

#endif
