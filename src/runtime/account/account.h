/* Telling what happened, for reports.

   While searching, only the schedule of a faulty execution is kept.  Another
   process replays it and tells everything: that is also the proof that the
   schedule is right. */

#ifndef SETT_RUNTIME_ACCOUNT_H
#define SETT_RUNTIME_ACCOUNT_H

#include "runtime/core/engine.h"

/* While searching: keeps the schedule of the execution, and what was wrong. */
void sett_account_schedule (const sett_log *);

/* The same of a walk of this kind (stateless/hunt.h). */
void sett_account_walk (const sett_log *, unsigned kind);

/* The same for a schedule that was not the last execution. */
void sett_account_path (sett_choice *, uint32_t count);

/* Takes the schedule of this execution instead, if it shows the same with fewer
   preemptions. */
int sett_account_simplify (sett_account *, const sett_log *);

/* When replaying (engine.narrating): from now on the narrator (narrator.h)
   tells the execution as it goes. */
void sett_tell_begin (void);

/* When the replay is over: the account. */
void sett_account_tell (const sett_log *);

#endif
