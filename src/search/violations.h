/* What is wrong with the model: collected, each with a verified path. */

#ifndef SETT_SEARCH_VIOLATIONS_H
#define SETT_SEARCH_VIOLATIONS_H

#include "search/run.h"

/* Reports the violation of a step out of the worker's current state.  Ends the
   run unless all violations are wanted. */
void sett_violations_report (sett_worker *, const sett_step *);

/* The same of a deadlock in the current state. */
void sett_violations_report_deadlock (sett_worker *);

/* Reports that the model complains of the current state; the step says who
   suffers by which statement. */
void sett_violations_report_state (sett_worker *, const sett_step *);

/* Reports that the claim has come to a final state, which is the current
   one. */
void sett_violations_report_final (sett_worker *);

/* Reports that the claim accepts the run along the states of the trail, the
   last of which is the same as number `cycle`. */
void sett_violations_report_lasso (sett_worker *, const sett_trail *,
                                   size_t cycle);

/* Reports a violation of the initial step, which the sink holds. */
void sett_violations_report_initial (sett_run *, const sett_sink *);

#endif
