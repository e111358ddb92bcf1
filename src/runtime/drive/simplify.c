/* Simpler counter-examples: fewer preemptions.  A schedule that chance has made
   is put in order first (untangle.h).  Then all executions without preemptions
   are tried, then those with one, and so on, while there is time. */

#include "runtime/drive/simplify.h"

#include "runtime/counterexample/narrate.h"
#include "runtime/core/engine.h"
#include "runtime/drive/explore.h"
#include "runtime/drive/untangle.h"
#include "stateless/stateless.h"

static double deadline;

static int is_late (void) {
  return engine.shared->stop || sett_engine_seconds () > deadline;
}

/* True: one with so few was found, or there is no time left. */
static int simplify_with (sett_counterexample *a, int preemptions) {
  const sett_orders *orders = &engine.shared->orders;
  const sett_stateless_options options = {.kind = SETT_STATELESS_IFSSS,
                                          .preemptions = preemptions,
                                          .most_events = orders->most_events};
  sett_stateless *s = sett_stateless_create (&options);
  const sett_plan *plan;
  int done = 0;
  while (!done && (plan = sett_stateless_next (s))) {
    const sett_log *log = sett_engine_run (plan);
    done = conduct->anew || is_late () ||
           (log->ending == SETT_VIOLATING &&
            sett_counterexample_simplify (a, log));
    if (!done)
      sett_stateless_learn (s, log);
  }
  conduct->anew = 0;
  sett_stateless_destroy (s);
  return done;
}

/* What chance has found changes threads all the time, for no reason. */
static void untangle (sett_counterexample *a) {
  const sett_orders *orders = &engine.shared->orders;
  const sett_untangler with = {sett_engine_run, is_late, orders->most_events};
  if (a->hunted || orders->search == SETT_STATELESS_RANDOM ||
      orders->search == SETT_STATELESS_PCT)
    sett_untangle (a, &with);
}

static void simplify (sett_counterexample *a) {
  if (a->violation == SETT_VIOLATION_DIVERGENCE)
    return;
  untangle (a);
  for (int n = 0; n < (int)a->preemptions; n++)
    if (simplify_with (a, n))
      break;
}

void sett_simplify (void) {
  const int stateful = engine.stateful;
  if (!engine.has_snapshot)
    return;
  deadline = sett_engine_seconds () + engine.shared->orders.shrink_seconds;
  engine.stateful = 0;
  for (sett_counterexample *a = engine.shared->counterexamples; a; a = a->next)
    simplify (a);
  engine.stateful = stateful;
}
