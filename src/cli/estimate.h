/* Sentences about how large the whole is, when a search was ended by a limit,
   and how good that guess is. */

#ifndef SETT_CLI_ESTIMATE_H
#define SETT_CLI_ESTIMATE_H

#include "base/text.h"

#include <stdint.h>

struct sett_statistics;

/* Adds a sentence, or nothing if nothing is known; gives the number of states,
   or of executions (0: unknown). */
uint64_t sett_estimate_model (const struct sett_statistics *, sett_text *);

/* `progress` as in stateless.h. */
uint64_t sett_estimate_program (uint64_t executions, double progress,
                                sett_text *);

#endif
