/* Telling what happened, for reports. */

#ifndef SETT_RUNTIME_ACCOUNT_H
#define SETT_RUNTIME_ACCOUNT_H

#include "runtime/engine.h"

/* While searching: keeps the schedule of the execution, and what was wrong. */
void sett_account_schedule (const sett_log *);

/* When replaying: everything. */
void sett_account_tell (const sett_log *);

/* The stack of the running thread, in memory of the board; null when there
   were too many. */
const sett_stack *sett_account_stack (void);

/* What is loaded where. */
void sett_account_modules (void);

#endif
