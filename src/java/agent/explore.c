/* Plan, execution, log, in turns, until there is no further plan; what each
   execution has ended with is counted and reported. */

#include "java/agent/explore.h"

#include "base/memory.h"
#include "java/agent/accesses.h"
#include "java/agent/execution.h"
#include "java/agent/list.h"
#include "java/agent/narrator.h"
#include "stateless/stateless.h"
#include "stateless/wakeup.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void create_log (void) {
  sett_log *log = &world.log;
  log->room = world.board->orders.most_events + 1;
  log->events = sett_alloc (log->room * sizeof *log->events);
  log->effect_room = 8 * log->room + (1 << 16);
  log->effects = sett_alloc (log->effect_room * sizeof *log->effects);
}

static void count_ending (const sett_log *log) {
  sett_shared *board = world.board;
  board->executions++;
  switch (log->ending) {
  case SETT_ASLEEP:
    board->asleep++;
    break;
  case SETT_ASSUMED:
    board->assumed++;
    break;
  case SETT_CUT:
    board->cut++;
    board->bounded = 1;
    break;
  case SETT_DEPARTED: /* new territory can turn out to be a dead end */
    board->departed++;
    if (log->count < world.plan->sleep_from)
      board->bounded = 1;
    else
      board->dead_ends++;
    break;
  default:
    break;
  }
}

/* The first that exits with another status than 0 is kept, until it is known
   whether others exit with 0 (shared/exit_statuses.h). */
static void note_status (const sett_log *log) {
  sett_shared *board = world.board;
  sett_exits *exits = board->exits;
  const int first = world.exit_status && !exits->status;
  const int exited = log->ending == SETT_ENDED && !world.blocked;
  if (!exited && world.violation != SETT_VIOLATION_EXIT_STATUS)
    return;
  sett_exits_count (exits, world.exit_status, 1);
  if (board->orders.exit_status != SETT_STATUS_DIFFERS)
    return;
  if (first && exited) {
    world.violation = SETT_VIOLATION_EXIT_STATUS;
    snprintf (world.message, sizeof world.message, SETT_EXITED,
              world.exit_status);
    exits->failing = sett_narrate_account (0);
    world.violation = SETT_VIOLATION_NONE;
  }
  if (exits->succeeded && exits->failing) {
    sett_narrate_report (exits->failing);
    board->violations_seen++;
    exits->failing = NULL;
  }
}

static int is_enough (void) {
  const sett_shared *board = world.board;
  const sett_orders *orders = &board->orders;
  if (board->stop || (board->counterexample_count && !orders->all_errors))
    return 1;
  return orders->executions && board->executions >= orders->executions;
}

/*------------------------------------------------------------------------*/

static sett_stateless *create_search (void) {
  enum { MOST_BYTES = 512 << 20 };
  const sett_orders *orders = &world.board->orders;
  const sett_stateless_options options = {
      .kind = (sett_stateless_kind)orders->search,
      .preemptions = orders->preemptions,
      .seed = orders->seed,
      .executions = orders->executions,
      .pct_changes = 3,
      .most_events = orders->most_events,
      .most_records = MOST_BYTES / sizeof (sett_wakeup),
      .stop = &world.board->stop,
  };
  return sett_stateless_create (&options);
}

static void restart_counts (void) {
  sett_shared *board = world.board;
  board->executions = board->asleep = board->cut = board->assumed = 0;
  board->departed = board->dead_ends = 0;
  memset (board->exits, 0, sizeof board->exits);
  board->bounded = 0;
}

/* Memory that races is reported once; the search goes on with it visible, from
   the beginning, and is sound again. */
static int go_on_after_violation (void) {
  if (!world.board->orders.all_errors || world.violation != SETT_VIOLATION_RACE)
    return 0;
  sett_access_promote (world.promoted);
  return 1;
}

/* True: the search begins again. */
static int note_execution (const sett_log *log) {
  count_ending (log);
  sett_jlist_add (log);
  note_status (log);
  if (log->ending != SETT_VIOLATING)
    return 0;
  world.board->violations_seen++;
  if (!sett_narrate_is_known ())
    sett_narrate_report (sett_narrate_account (0));
  return go_on_after_violation ();
}

static void search (JNIEnv *env) {
  sett_shared *board = world.board;
  sett_stateless *s = create_search ();
  const sett_plan *plan = NULL;
  uint64_t restarts = 0;
  while (!is_enough () && (plan = sett_stateless_next (s))) {
    const sett_log *log = sett_execution_run (env, plan);
    if (note_execution (log)) {
      sett_stateless_destroy (s);
      s = create_search ();
      restart_counts ();
      restarts = 0;
      continue;
    }
    if (board->stop)
      break;
    sett_stateless_learn (s, log);
    const uint64_t now = sett_stateless_statistics_of (s)->restarts;
    if (now != restarts)
      restart_counts ();
    restarts = now;
  }
  board->exhausted = !is_enough () && !plan;
  board->bounded |= sett_stateless_bounded (s);
  sett_stateless_destroy (s);
}

/* What the JDK does at the first use of something would be events of the first
   execution only.  So there is one before that, which does not count. */
static void warm_up (JNIEnv *env) {
  const sett_plan plan = {.sleep_from = UINT32_MAX,
                          .most_events = world.board->orders.most_events};
  const uint64_t events = world.board->events;
  world.warming = 1;
  sett_execution_run (env, &plan);
  world.warming = 0;
  world.board->events = events;
  world.board->longest = 0;
}

static void replay (JNIEnv *env) {
  const sett_orders *orders = &world.board->orders;
  const sett_plan plan = {.choices = orders->choices,
                          .length = orders->choice_count,
                          .sleep_from = UINT32_MAX,
                          .most_events = orders->most_events};
  world.narrating = 1;
  const sett_log *log = sett_execution_run (env, &plan);
  count_ending (log);
  if (world.violation)
    sett_narrate_report (sett_narrate_account (1));
}

static void out_of_memory (void) {
  world.board->memory_full = 1;
  world.board->phase = SETT_PHASE_DONE;
  _exit (0);
}

void sett_explore (JNIEnv *env) {
  sett_shared *board = world.board;
  const sett_orders *orders = &board->orders;
  sett_memory_on_failure (out_of_memory);
  create_log ();
  world.all_visible = orders->discipline == SETT_DISCIPLINE_NONE;
  for (uint32_t i = 0; i < orders->learned_count; i++)
    sett_access_promote (orders->learned[i]);
  board->members[0].started = 1;
  board->phase = SETT_PHASE_RUNNING;
  warm_up (env);
  if (orders->task == SETT_TASK_REPLAY)
    replay (env);
  else
    search (env);
  board->phase = SETT_PHASE_DONE;
  _exit (0);
}
