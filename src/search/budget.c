/* With one worker the worker itself checks the budget, every thousand states
   or so; so does the first one of a rank.  With several the thread that started
   them does (parallel.c), and a worker only shows its counts. */

#include "search/budget.h"

#include "base/assert.h"
#include "base/watch.h"
#include "search/saved_run.h"

#define REPORT_SECONDS 0.1

unsigned sett_budget_spent (void) {
  const unsigned spent = sett_watch_spent ();
  return (spent & SETT_SPENT_TIME ? (unsigned)SETT_LIMIT_TIME : 0) |
         (spent & SETT_SPENT_MEMORY ? (unsigned)SETT_LIMIT_MEMORY : 0) |
         (spent & SETT_SPENT_PATIENCE ? (unsigned)SETT_LIMIT_INTERRUPT : 0);
}

void sett_budget_heed (sett_run *run) {
  const unsigned limits = sett_budget_spent ();
  if (limits)
    sett_run_hit (run, limits);
}

static void check_limits (sett_run *run, double seconds) {
  const sett_search_options *options = run->options;
  const size_t limit = sett_memory_limited_to ();
  sett_budget_heed (run);
  if (options->interrupted && atomic_load (options->interrupted))
    sett_run_hit (run, SETT_LIMIT_INTERRUPT);
  if (options->seconds > 0 && seconds >= options->seconds)
    sett_run_hit (run, SETT_LIMIT_TIME);
  if (limit && !options->checkpointing && sett_memory_in_use () > limit)
    sett_run_hit (run, SETT_LIMIT_MEMORY);
}

static void report (sett_run *run) {
  const sett_search_options *options = run->options;
  if (!options->progress)
    return;
  sett_statistics statistics;
  sett_run_statistics (run, &statistics);
  options->progress (options->context, &statistics);
}

void sett_budget_check (sett_run *run) {
  const double seconds = sett_watch_now () - run->started;
  SETT_ASSERT (seconds >= 0);
  sett_checkpoint_look (run, seconds);
  check_limits (run, seconds);
  if (run->model->accelerate)
    run->model->accelerate (run->model, seconds);
  if (seconds < run->next_report)
    return;
  run->next_report = seconds + REPORT_SECONDS;
  report (run);
}

void sett_budget_look (sett_worker *w) {
  w->unpolled = 0;
  SETT_ASSERT (w->counts.blocked <= w->counts.executions);
  sett_worker_show_counts (w);
  if (!w->run->share && !w->index)
    sett_budget_check (w->run);
}
