/* Plan, execution, log, in turns, until there is no further plan; what each
   execution has ended with is counted and reported. */

#include "java/agent/exploration.h"

#include "base/assert.h"
#include "base/memory.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/debugging.h"
#include "java/agent/guest.h"
#include "java/agent/jvm_execution.h"
#include "java/agent/hunt_walks.h"
#include "java/agent/jvm_saving.h"
#include "java/agent/learnt_words.h"
#include "java/agent/list.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/repeated_beginnings.h"
#include "java/agent/shared_search.h"
#include "shared/accounting.h"
#include "shared/parts_reporting.h"
#include "stateless/observed.h"
#include "stateless/stateless.h"
#include "stateless/wakeup.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void create_log (void) {
  static sett_log own;
  sett_log *log = world.log = &own;
  SETT_ASSERT (!log->events && world.shared->orders.most_events);
  log->room = world.shared->orders.most_events + 1;
  log->events = sett_alloc (log->room * sizeof *log->events);
  log->far_enabled = sett_alloc (log->room * sizeof *log->far_enabled);
  log->effect_room = 8 * log->room + (1 << 16);
  log->effects = sett_alloc (log->effect_room * sizeof *log->effects);
}

/* Of the execution that has just ended; of a walk, of that kind, or 0. */
static sett_counterexample *counterexample_of (unsigned kind) {
  sett_counterexample *a = sett_narrate_counterexample (0);
  a->hunted = kind;
  a->walk = kind ? world.shared->walks : 0;
  return a;
}

/* As if its status were wrong. */
static sett_counterexample *counterexample_of_exit (unsigned process,
                                                    int status, unsigned kind) {
  world.violation = SETT_VIOLATION_EXIT_STATUS;
  snprintf (world.message, sizeof world.message, SETT_EXITED, status);
  if (world.multi) {
    world.violation_thread = world.processes[process].exit_thread;
    world.violation_place = world.processes[process].exit_place;
  }
  sett_counterexample *a = counterexample_of (kind);
  world.violation = SETT_VIOLATION_NONE;
  return a;
}

/* The first that exits with another status than 0 is kept, until it is known
   whether others exit with 0 (shared/exit_statuses.h).  `kind` is that of a
   walk, or 0. */
static void note_exit (unsigned process, int status, int counts,
                       unsigned kind) {
  sett_shared *shared = world.shared;
  SETT_ASSERT (process < world.process_count);
  sett_exits *exits = &shared->exits[process];
  const int first = status && !exits->status;
  sett_exits_count (exits, status, counts);
  if (shared->orders.exit_status != SETT_STATUS_DIFFERS)
    return;
  if (first && !world.violation)
    exits->failing = counterexample_of_exit (process, status, kind);
  if (exits->succeeded && exits->failing) {
    sett_narrate_report (exits->failing);
    shared->violations_seen++;
    exits->failing = NULL;
  }
}

/* A process that rests, or waits for ever, has none. */
static void note_status (const sett_log *log, int counts, unsigned kind) {
  if (world.violation == SETT_VIOLATION_EXIT_STATUS)
    note_exit (world.threads[world.violation_thread].process, world.exit_status,
               counts, kind);
  else if (log->ending == SETT_ENDED && world.multi) {
    for (unsigned i = 0; i < world.process_count; i++)
      if (world.processes[i].ended && !world.processes[i].signal)
        note_exit (i, world.processes[i].status, counts, kind);
  } else if (log->ending == SETT_ENDED && !world.blocked)
    note_exit (0, world.exit_status, counts, kind);
}

static int is_enough (void) {
  return sett_is_enough (world.shared);
}

/*------------------------------------------------------------------------*/

/* What the first worker sees until it needs help, and then decides. */
static sett_observed observed;

static sett_stateless *create_search (int deciding) {
  enum { MOST_BYTES = 512 << 20 };
  const sett_orders *orders = &world.shared->orders;
  static sett_stateless_pool pool;
  sett_jpool_describe (&pool);
  pool.observed = deciding ? &observed : NULL;
  const unsigned workers = orders->workers ? orders->workers : 1;
  const sett_stateless_options options = {
      .kind = (sett_stateless_kind)orders->search,
      .preemptions = orders->preemptions,
      .seed = orders->seed,
      .executions = orders->executions,
      .pct_changes = 3,
      .most_events = orders->most_events,
      .most_records = MOST_BYTES / workers / sizeof (sett_wakeup),
      .stop = &world.shared->stop,
      .pool = deciding || sett_jpool_is_on () ? &pool : NULL,
  };
  return sett_stateless_create (&options);
}

/* Memory that races is reported once; the search goes on with it visible, from
   the beginning, and is sound again. */
static int go_on_after_violation (void) {
  if (!world.shared->orders.all_errors ||
      (world.violation != SETT_VIOLATION_RACE &&
       world.violation != SETT_VIOLATION_DISCIPLINE))
    return 0;
  sett_promoted_add (world.promoted);
  return 1;
}

static void note_violation (unsigned kind) {
  world.shared->violations_seen++;
  if (!sett_narrate_is_known ())
    sett_narrate_report (counterexample_of (kind));
}

/* What scouts do is done again by those who search the parts, and is counted
   then; unless they find the end of it all.  True: the search begins again. */
static int note_execution (const sett_stateless *s, const sett_log *log) {
  static uint64_t scouted;
  const int scouting = sett_stateless_is_scouting (s);
  scouted += scouting != 0;
  if (!scouting) {
    sett_count_ending (world.shared, log, world.plan);
    sett_jlist_add (log);
  }
  note_status (log, !scouting, 0);
  if (world.anew || log->ending != SETT_VIOLATING)
    return world.anew;
  note_violation (0);
  const int anew = go_on_after_violation ();
  if (scouting && is_enough ())
    world.shared->executions += scouted;
  return anew;
}

static void note_walk (const sett_log *log, unsigned kind) {
  note_status (log, 0, kind);
  if (log->ending == SETT_VIOLATING)
    note_violation (kind);
}

/*------------------------------------------------------------------------*/
/* Sharing the search. */

static double seconds (void) {
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t microseconds (void) {
  return (uint64_t)(1e6 * seconds ());
}

/* Would it be worth while to have help? */
static int is_long (double start) {
  const sett_shared *shared = world.shared;
  const sett_orders *orders = &shared->orders;
  return orders->workers > 1 && !orders->era && !shared->indivisible &&
         shared->executions >= orders->divide_after &&
         seconds () - start >= orders->divide_seconds;
}

/* Finds out where to divide the search, for workers to come. */
static void divide (JNIEnv *env) {
  sett_stateless *s = create_search (1);
  const sett_plan *plan = sett_stateless_next (s);
  while (plan && sett_stateless_is_scouting (s) && !world.shared->stop) {
    sett_stateless_learn (s, sett_execution_run (env, plan));
    plan = sett_stateless_next (s);
  }
  sett_stateless_destroy (s);
  sett_jpool_begin_era (0);
}

/* Those who share the search must have the same in mind. */
static int is_in_common (const sett_stateless *s, int *known) {
  if (!sett_jpool_is_on ())
    return 1;
  if (sett_jpool_is_over ()) {
    world.shared->outdated = 1;
    return 0;
  }
  if (sett_stateless_is_refuted (s)) {
    sett_jpool_begin_era (1);
    return 0;
  }
  if (*known || sett_stateless_is_scouting (s))
    return 1;
  *known = 1;
  return sett_jpool_agrees (sett_stateless_digest (s));
}

/*------------------------------------------------------------------------*/

/* Where the part began, in the count of executions. */
static sett_endings before_part;

static const sett_saving_host *saving;

static void note_part (const sett_stateless *s, uint64_t *part) {
  if (*part == sett_stateless_part (s))
    return;
  *part = sett_stateless_part (s);
  sett_note_endings (&before_part, world.shared);
  sett_reporting_note (saving, s);
}

static void learn (JNIEnv *env, sett_stateless *s, const sett_log *log,
                   uint64_t *restarts) {
  const sett_orders *orders = &world.shared->orders;
  if (orders->workers > 1 && !orders->era)
    sett_observed_learn (&observed, log);
  sett_stateless_learn (s, log);
  const uint64_t now = sett_stateless_statistics_of (s)->restarts;
  if (now != *restarts && sett_jpool_is_on ())
    sett_return_to_endings (world.shared, &before_part);
  else if (now != *restarts)
    sett_forget_endings (world.shared);
  *restarts = now;
  sett_jhunting_go (env, log, is_enough, note_walk);
}

/* With what was learnt; if others share the search, they must know, too. */
static sett_stateless *begin_again (sett_stateless *s) {
  world.anew = 0;
  sett_beginning_forget ();
  sett_forget_endings (world.shared);
  if (sett_jpool_is_on ()) {
    sett_jpool_begin_era (0);
    return s;
  }
  sett_stateless_destroy (s);
  return create_search (0);
}

/* What goes beside the search: walks, and what it has seen. */
static void save_besides (sett_saved *s) {
  sett_jhunting_save (s);
  sett_observed_save (&observed, s);
}

static void load_besides (sett_saved *s) {
  sett_jhunting_load (s);
  sett_observed_load (&observed, s);
}

static void search (JNIEnv *env) {
  sett_shared *shared = world.shared;
  const double start = seconds ();
  sett_stateless *s = create_search (0);
  const sett_plan *plan = NULL;
  int in_common = 0;
  sett_jhunting_start (world.worker);
  if (sett_search_is_resumed (saving))
    sett_search_resume (saving, s);
  uint64_t restarts = sett_stateless_statistics_of (s)->restarts, part = 0;
  while (!is_enough () && (plan = sett_stateless_next (s)) &&
         is_in_common (s, &in_common)) {
    note_part (s, &part);
    sett_search_before (saving, s, plan);
    const sett_log *log = sett_execution_run (env, plan);
    if (shared->stop && log->ending == SETT_CUT)
      break; /* not by a limit of its own: it does not count */
    const int again = note_execution (s, log);
    if (!again && shared->stop)
      break;
    if (!again) {
      sett_beginning_compare (log);
      learn (env, s, log, &restarts);
    }
    if (again || world.anew) { /* a walk may have learnt something */
      s = begin_again (s);
      restarts = sett_stateless_statistics_of (s)->restarts;
      if (shared->outdated)
        break;
      continue;
    }
    if (sett_search_after (saving, s, log) || sett_reporting_after (saving))
      break;
    if (is_long (start)) {
      divide (env);
      break;
    }
  }
  if (sett_jpool_is_on () && !shared->outdated && sett_stateless_is_refuted (s))
    sett_jpool_begin_era (1);
  shared->exhausted = !is_enough () && !plan && !shared->outdated;
  if (shared->exhausted)
    sett_reporting_end (saving, s);
  shared->bounded |= sett_stateless_bounded (s);
  sett_stateless_destroy (s);
}

/* What the JDK does at the first use of something would be events of the first
   execution only.  So there is one before that, which does not count. */
static void warm_up (JNIEnv *env) {
  const sett_plan plan = {.sleep_from = UINT32_MAX,
                          .most_events = world.shared->orders.most_events};
  const uint64_t events = world.shared->events;
  world.warming = 1;
  sett_execution_run (env, &plan);
  world.warming = 0;
  world.shared->events = events;
  world.shared->longest = 0;
}

static void replay (JNIEnv *env) {
  const sett_orders *orders = &world.shared->orders;
  const sett_plan plan = {.choices = orders->choices,
                          .length = orders->choice_count,
                          .sleep_from = UINT32_MAX,
                          .most_events = orders->most_events};
  if (orders->gdb && !sett_debugging_start (env))
    sett_jgive_up ("this Java virtual machine has no debugger to offer: use a "
                   "JDK 17");
  world.narrating = 1;
  const sett_log *log = sett_execution_run (env, &plan);
  sett_count_ending (world.shared, log, world.plan);
  if (world.violation)
    sett_narrate_report (sett_narrate_counterexample (1));
}

static void out_of_memory (void) {
  world.shared->memory_full = 1;
  world.shared->phase = SETT_PHASE_DONE;
  _exit (0);
}

/* Others decide, who would not begin again with a fact that is learnt: all are
   taken for true.  The first execution does not count: see warm_up. */
__attribute__ ((noreturn)) static void accompany (JNIEnv *env) {
  const sett_orders *orders = &world.shared->orders;
  const sett_errands *errands = world.shared->errands;
  sett_promoted_add (SETT_LEARNT_GATES);
  sett_promoted_add (SETT_LEARNT_PERMITS);
  sett_promoted_add (SETT_LEARNT_STEPS);
  sett_promoted_add (SETT_LEARNT_IDLE);
  for (int has_heard = 0;; has_heard = 1) {
    const int begins = sett_guest_await_execution ();
    if (!has_heard)
      sett_jsaving_hear ();
    if (!begins) {
      sett_jsaving_tell ();
      continue;
    }
    world.log = world.shared->conduct.log;
    world.warming = errands->wanted == 1;
    world.narrating = orders->task == SETT_TASK_REPLAY && !world.warming;
    for (uint32_t i = 0; i < errands->promoted.count; i++)
      sett_promoted_add (errands->promoted.at[i]);
    sett_execution_run (env, &world.shared->conduct.plan);
  }
}

void sett_explore (JNIEnv *env) {
  sett_shared *shared = world.shared;
  const sett_orders *orders = &shared->orders;
  sett_memory_on_failure (out_of_memory);
  if (world.guest) {
    world.all_visible = orders->discipline == SETT_DISCIPLINE_NONE;
    accompany (env);
  }
  create_log ();
  world.all_visible = orders->discipline == SETT_DISCIPLINE_NONE;
  world.locking = orders->discipline == SETT_DISCIPLINE_MLD;
  saving = sett_jsaving_init (env, save_besides, load_besides, microseconds);
  sett_learnt_load ();
  for (uint32_t i = 0; i < world.process_count; i++)
    shared->members[i].started = 1;
  shared->phase = SETT_PHASE_RUNNING;
  warm_up (env);
  if (orders->task == SETT_TASK_REPLAY)
    replay (env);
  else
    search (env);
  shared->phase = SETT_PHASE_DONE;
  _exit (0);
}
