/* With which statuses executions exit: see exits.h.

   An execution that fails on its own account (runtime/sched/finish.c) does so
   since others of its process exit with 0; the first that exits with another
   status, before that is known, is kept and becomes a violation here. */

#include "runtime/counterexample/exits.h"

#include "base/assert.h"
#include "runtime/core/os_model.h"
#include "runtime/counterexample/narrate.h"
#include "runtime/sched/finish.h"

#include <stdio.h>
#include <sys/wait.h>

/* The schedule of the execution, as if its status were wrong. */
static void keep_failing (sett_exits *exits, const sett_log *log, int status,
                          unsigned hunted) {
  SETT_ASSERT (!conduct->violation && status);
  conduct->violation = SETT_VIOLATION_EXIT_STATUS;
  snprintf (conduct->message, sizeof conduct->message, SETT_EXITED, status);
  exits->failing = sett_counterexample_make (log);
  exits->failing->hunted = hunted;
  exits->failing->walk = hunted ? engine.shared->walks : 0;
  conduct->violation = SETT_VIOLATION_NONE;
}

static void note (uint32_t process, const sett_log *log, int status, int counts,
                  unsigned hunted) {
  sett_shared *shared = engine.shared;
  sett_exits *exits = &shared->exits[process];
  const int first = status && !exits->status;
  sett_exits_count (exits, status, counts);
  if (shared->orders.exit_status != SETT_STATUS_DIFFERS)
    return;
  if (first && log->ending == SETT_ENDED)
    keep_failing (exits, log, status, hunted);
  if (!exits->succeeded || !exits->failing)
    return;
  sett_counterexample_add (exits->failing);
  shared->violations_seen++;
  exits->failing = NULL;
}

/* A process that crashed, or that rests, has none. */
static int status_of (const sett_life *l) {
  if (!l->ended || l->crashed)
    return -1;
  if (WIFEXITED (l->status))
    return WEXITSTATUS (l->status);
  const int status = sett_end_status_of_signal (WTERMSIG (l->status));
  return status ? status : -1;
}

static void note_all (const sett_log *log, int counts, unsigned hunted) {
  for (uint32_t i = 0; i < engine.shared->initial_count; i++) {
    const int status = status_of (&os_model->lives[i]);
    if (status >= 0)
      note (i, log, status, counts, hunted);
  }
}

void sett_exits_note (const sett_log *log, int counts, unsigned hunted) {
  if (log->ending == SETT_VIOLATING &&
      conduct->violation == SETT_VIOLATION_EXIT_STATUS)
    note (conduct->violation_process, log, conduct->exit_status, counts,
          hunted);
  else if (log->ending == SETT_ENDED && engine.multi)
    note_all (log, counts, hunted);
  else if (log->ending == SETT_ENDED &&
           !(conduct->stuck && sett_threads_any (log->alive)))
    note (0, log, conduct->exit_status, counts, hunted);
}
