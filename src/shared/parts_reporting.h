/* What a worker of several tells of its work, for a checkpoint: which parts of
   the search it has done, and what was counted and found in these.

   It is as of the moment when the last of them was done; what has come of the
   part at hand since then is not in it, so that whoever goes on explores that
   part from its beginning.  Workers tell when they are asked, each on its own:
   a part that is done stays done, whatever others do.

       length     of it all; no more than that, if no part is done
       parts      the era, and their numbers in it
       counts     (shared/counted.h); processes whose accesses were not seen
       list       of executions
       found      violations, and executions that are kept */

#ifndef SETT_SHARED_PARTS_REPORTING_H
#define SETT_SHARED_PARTS_REPORTING_H

#include "shared/search_saving.h"

/* A part begins, or the last one has ended. */
void sett_reporting_note (const sett_saving_host *, const sett_stateless *);

/* Behind each execution: tells, if it is asked to.  True: it shall not go on.
 */
int sett_reporting_after (const sett_saving_host *);

/* No part is left. */
void sett_reporting_end (const sett_saving_host *, const sett_stateless *);

#endif
