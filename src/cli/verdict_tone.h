/* How verdicts look, and what the program returns (kernel/verdict.def). */

#ifndef SETT_CLI_VERDICT_TONE_H
#define SETT_CLI_VERDICT_TONE_H

#include "cli/exit.h"
#include "kernel/verdict.h"
#include "report/outcome.h"

sett_tone sett_verdict_tone (sett_verdict);
sett_exit sett_verdict_status (sett_verdict);

#endif
