/* Telling what happened, for reports.

   While searching, only the schedule of an execution with a violation is kept.
   Another process replays it and tells everything: that is also the proof that
   the schedule is right. */

#ifndef SETT_RUNTIME_NARRATE_H
#define SETT_RUNTIME_NARRATE_H

#include "runtime/core/engine.h"

/* While searching: keeps the schedule of the execution, and what was wrong. */
void sett_counterexample_schedule (const sett_log *);

/* One of the execution that has just ended, with its schedule; and to report
   it. */
sett_counterexample *sett_counterexample_make (const sett_log *);
void sett_counterexample_add (sett_counterexample *);

/* The same of a walk of this kind (stateless/hunt.h). */
void sett_counterexample_walk (const sett_log *, unsigned kind);

/* The same for a schedule that was not the last execution. */
void sett_counterexample_path (sett_choice *, uint32_t count);

/* Takes the schedule of this execution instead, if it shows the same with fewer
   preemptions. */
int sett_counterexample_simplify (sett_counterexample *, const sett_log *);

/* When replaying (engine.narrating): from now on the narrator (narrator.h)
   tells the execution as it goes. */
void sett_tell_begin (void);
/* ...once more, from nothing. */
void sett_tell_anew (void);

/* When the replay is over: the counterexample. */
void sett_counterexample_tell (const sett_log *);

#endif
