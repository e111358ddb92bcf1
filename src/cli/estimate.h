/* Sentences about how large the whole is, when a search was ended by a limit,
   and how good that guess is. */

#ifndef SETT_CLI_ESTIMATE_H
#define SETT_CLI_ESTIMATE_H

#include "base/text.h"
#include "report/growth.h"

#include <stdint.h>

struct sett_statistics;

/* Adds a sentence, or nothing if nothing is known; gives the number of states,
   or of executions (0: unknown). */
uint64_t sett_estimate_model (const struct sett_statistics *, sett_text *);

/* Adds how much of it the last quarter of the time has brought, of states or
   executions (`unit`); nothing if that is not known. */
void sett_estimate_growth (const sett_growth *, double seconds, uint64_t count,
                           const char *unit, sett_text *);

/* `progress` as in stateless.h. */
uint64_t sett_estimate_program (uint64_t executions, double progress,
                                sett_text *);

#endif
