/* Verdicts: what each is called, how it looks and what the program returns;
   and the names of limits and stores. */

#ifndef SETT_CLI_VERDICT_H
#define SETT_CLI_VERDICT_H

#include "cli/exit.h"
#include "report/outcome.h"
#include "search/search.h"

const char *sett_verdict_name (sett_verdict);
sett_tone sett_verdict_tone (sett_verdict);
sett_exit sett_verdict_status (sett_verdict);

/* Which of two verdicts about different properties prevails. */
sett_verdict sett_verdict_worse (sett_verdict, sett_verdict);

/* The names of a set of SETT_LIMIT_... bits; gives their number. */
size_t sett_limit_names (unsigned limits,
                         const char *names[SETT_OUTCOME_LIMITS]);

const char *sett_store_name (sett_store_kind);

#endif
