/* Limits of time and memory, interrupts, progress: those of the whole command
   (base/watch.h), and those of one search. */

#ifndef SETT_SEARCH_BUDGET_H
#define SETT_SEARCH_BUDGET_H

#include "search/run.h"

#define SETT_POLL_STATES 128u /* visited between two looks at the budget */

/* Stops the run if the watch says so. */
void sett_budget_heed (sett_run *);

/* Stops the run if a limit is hit; now and then reports progress and lets the
   model prepare faster code.  From one thread only. */
void sett_budget_check (sett_run *);

/* The limits that the watch says are hit (SETT_LIMIT_...). */
unsigned sett_budget_spent (void);

void sett_budget_look (sett_worker *);

/* Called by a worker once for each state. */
static inline void sett_budget_poll (sett_worker *w) {
  if (++w->unpolled >= SETT_POLL_STATES)
    sett_budget_look (w);
}

#endif
