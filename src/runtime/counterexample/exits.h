/* With which statuses executions exit (shared/exit_statuses.h). */

#ifndef SETT_RUNTIME_EXITS_H
#define SETT_RUNTIME_EXITS_H

#include "runtime/core/engine.h"

/* Of the execution that has just ended, by a walk of the kind `hunted` (0: by
   the search).  `counts`: as an execution. */
void sett_exits_note (const sett_log *, int counts, unsigned hunted);

#endif
