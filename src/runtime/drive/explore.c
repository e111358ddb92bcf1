/* Exploring and replaying: the loop of plans and executions. */

#include "kernel/object.h"
#include "runtime/drive/explore.h"

#include "base/assert.h"
#include "base/memory.h"
#include "base/mutant.h"
#include "runtime/counterexample/narrate.h"
#include "runtime/race/bounds.h"
#include "runtime/drive/checkpoint_stack.h"
#include "runtime/race/clocks.h"
#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/undo/donors.h"
#include "runtime/sched/state_graph.h"
#include "runtime/drive/hunting.h"
#include "runtime/core/images.h"
#include "runtime/core/fiber.h"
#include "runtime/process/fork.h"
#include "runtime/sched/kill.h"
#include "runtime/core/knowledge.h"
#include "runtime/counterexample/execution_list.h"
#include "runtime/counterexample/exits.h"
#include "runtime/race/lockset.h"
#include "runtime/ipc/mappings.h"
#include "runtime/files/output.h"
#include "runtime/undo/pages.h"
#include "runtime/race/owners.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/core/pool.h"
#include "runtime/drive/saving.h"
#include "runtime/drive/simplify.h"
#include "runtime/sched/state.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/processes.h"
#include "runtime/core/turns.h"
#include "runtime/files/shadow.h"
#include "shared/accounting.h"
#include "shared/parts_reporting.h"
#include "stateless/observed.h"
#include "stateless/saved.h"
#include "stateless/stateless.h"
#include "stateless/wakeup.h"

#include <string.h>
#include <time.h>

static uint32_t base_effects;

static sett_event base_event; /* the last one before it */

/*------------------------------------------------------------------------*/
/* One execution. */

static void create_log (void) {
  sett_log *log = sett_zalloc (1, sizeof *log);
  log->room = engine.shared->orders.most_events + 1;
  log->events = sett_alloc (log->room * sizeof *log->events);
  if (engine.most_threads > SETT_USUAL_THREADS)
    log->far_enabled = sett_alloc (log->room * sizeof *log->far_enabled);
  log->effect_room = 8 * log->room + (1 << 16);
  log->effects = sett_alloc (log->effect_room * sizeof *log->effects);
  if (engine.shared->orders.stateful) {
    log->states = sett_alloc ((log->room + 1) * sizeof *log->states);
    log->states[0] = SETT_NO_STATE; /* before the snapshot there are none */
  }
  engine.log = conduct->log = log;
}

/* What was displaced by events that are no more. */
static void drop_displaced (void) {
  sett_log *log = engine.log;
  while (log->displaced_count &&
         log->displaced[log->displaced_count - 1].index >= log->count)
    log->displaced_count--;
}

static void go_back (void) {
  if (sett_checkpoint_resume (engine.plan)) {
    drop_displaced ();
    return;
  }
  sett_races_begin ();
  sett_pages_restore ();
  sett_mappings_restore ();
  sett_descriptors_restore ();
  sett_output_restore ();
  if (!sett_is_leader ())
    return;
  engine.log->count = engine.base;
  engine.log->effect_count = base_effects;
  *sett_current_event () = base_event;
  drop_displaced ();
}

static void take_snapshot (void) {
  if (sett_is_leader ())
    sett_saving_load_tables ();
  engine.base = engine.log->count;
  SETT_ASSERT (!engine.has_snapshot);
  base_effects = engine.log->effect_count;
  base_event = *sett_current_event ();
  engine.has_snapshot = 1;
  sett_descriptors_snapshot ();
  if (sett_is_leader ())
    sett_shadow_snapshot ();
  sett_output_snapshot ();
  sett_pages_snapshot ();
  sett_donors_guard ();
  sett_races_snapshot ();
  sett_checkpoint_begin ();
}

static void log_pending_thread (const sett_thread *t) {
  SETT_ASSERT (t->number < engine.most_threads);
  sett_pending_describe (t, &engine.log->pending[t->number]);
  if (t->spreads)
    sett_threads_add (&engine.log->spreading, t->number);
}

/* Did the last event end the execution, rather than the lack of others? */
static int was_stopped (void) {
  const sett_ending ending = conduct->ending;
  return ending == SETT_ASSUMED ||
         ((ending == SETT_ENDED || ending == SETT_VIOLATING) &&
          !conduct->stuck);
}

static void log_pending (void) {
  sett_log *log = engine.log;
  log->stopped = was_stopped ();
  log->alive = world->alive;
  log->enabled = log->spreading = SETT_NO_THREADS;
  log->thread_count = world->thread_count;
  SETT_EACH_THREAD (i, log->alive) {
    const sett_thread *t = &world->threads[i];
    if (!log->stopped && sett_thread_enabled (t))
      sett_threads_add (&log->enabled, t->number);
    log_pending_thread (t);
  }
  if (engine.multi)
    sett_processes_log_pending ();
  if (!log->stopped)
    return;
  if (engine.inferring)
    sett_bounds_end (sett_current_event ()->thread);
  sett_threads_drop (&log->alive, sett_current_event ()->thread);
  log->enabled =
      sett_threads_and (sett_log_enabled (log, log->count - 1), log->alive);
}

static void open_knowledge (void) {
  sett_knowledge_open ();
  sett_owners_take_known ();
}

/* What every process does before it runs. */
static void begin (int again) {
  engine.is_resting = 0;
  if (again)
    go_back ();
  else
    sett_races_begin ();
  if (engine.multi && engine.has_snapshot)
    open_knowledge (); /* others may have learnt about this process */
  sett_schedule_begin ();
  sett_lockset_begin ();
}

const sett_log *sett_engine_run (const sett_plan *plan) {
  sett_shared *shared = engine.shared;
  const int again = engine.has_snapshot;
  SETT_ASSERT (plan->length <= plan->most_events || !plan->most_events);
  conduct->plan = *plan;
  conduct->violation = SETT_VIOLATION_NONE;
  conduct->stuck = 0;
  conduct->state = SETT_GRAPH_NOWHERE;
  conduct->exit_status = 0;
  conduct->execution++;
  if (engine.multi)
    sett_processes_begin ();
  if (engine.stateful)
    sett_clocks_begin ();
  begin (again);
  sett_schedule_begin_all ();
  const uint32_t first = again ? engine.log->count : 0;
  do {
    engine.active = 1;
    sett_thread *t = sett_self ();
    sett_turn_from_engine (t);
    if (engine.reason == SETT_TO_SNAPSHOT)
      take_snapshot ();
    else if (engine.reason == SETT_TO_CHECKPOINT)
      sett_checkpoint_push ();
  } while (engine.reason == SETT_TO_SNAPSHOT ||
           engine.reason == SETT_TO_CHECKPOINT);
  if (engine.reason == SETT_TO_REST)
    sett_processes_wait ();
  sett_log *log = engine.log;
  SETT_ASSERT (log->count <= log->room);
  log->ending = conduct->ending;
  SETT_ASSERT (log->ending <= SETT_IN_VAIN);
  if (engine.stateful && !conduct->stuck && log->ending != SETT_MATCHED)
    sett_state_graph_leave ();
  log_pending ();
  shared->events += log->count - first;
  SETT_ASSERT (log->count >= first);
  if (log->count > shared->longest)
    shared->longest = log->count;
  if (world->thread_count > shared->most_threads)
    shared->most_threads = world->thread_count;
  shared->hot_pages = sett_pages_hot ();
  shared->beat++;
  return log;
}

/*------------------------------------------------------------------------*/
/* Searching. */

double sett_engine_seconds (void) {
  struct timespec t;
  sett_raw (SYS_clock_gettime, CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t microseconds (void) {
  return (uint64_t)(1e6 * sett_engine_seconds ());
}

/* What the first worker sees until it needs help, and then decides. */
static sett_observed observed;

/* What dpor may use for what is to be executed, of each worker; enough that
   nothing is given up in searches that come to their end in some minutes. */
static size_t most_records (const sett_orders *orders) {
  const size_t most = (size_t)512 << 20, part = engine.shared->most_memory / 4;
  const size_t bytes = part && part < most ? part : most;
  return bytes / (orders->workers ? orders->workers : 1) / sizeof (sett_wakeup);
}

/* The reduction of dpor with states relies on seeing all who are enabled, which
   process-local branching hides; what other searches leave out would have to be
   kept with the states. */
static sett_stateless_kind kind_of_search (void) {
  const sett_orders *orders = &engine.shared->orders;
  const int is_reduced =
      orders->search == SETT_STATELESS_DPOR && !orders->local;
  return engine.stateful && !is_reduced ? SETT_STATELESS_EXITBLOCK
                                        : (sett_stateless_kind)orders->search;
}

static sett_stateless *create_search (int deciding) {
  const sett_orders *orders = &engine.shared->orders;
  static sett_stateless_pool pool;
  sett_pool_describe (&pool);
  pool.observed = deciding ? &observed : NULL;
  const sett_stateless_options options = {
      .kind = kind_of_search (),
      .preemptions = orders->preemptions,
      .seed = orders->seed,
      .executions = orders->executions,
      .pct_changes = 3,
      .most_events = orders->most_events,
      .most_records = most_records (orders),
      .stop = &engine.shared->stop,
      .stateful = engine.stateful,
      .locally = orders->local,
      .pool = deciding || sett_pool_is_on () ? &pool : NULL,
  };
  sett_stateless *s = sett_stateless_create (&options);
  sett_stateless_bound (s, sett_bounds_of_threads ());
  return s;
}

static int is_enough (void) {
  return sett_is_enough (engine.shared);
}

static void restart_counts (void) {
  sett_checkpoint_forget ();
  conduct->anew = 0;
  sett_state_forget ();
  sett_forget_endings (engine.shared);
}

/* Memory that violates the discipline is reported once; if the search goes on,
   it does so with this memory visible, and is sound again. */
static void go_on_after_violation (void) {
  if (!engine.shared->orders.all_errors)
    return;
  if (conduct->violation == SETT_VIOLATION_RACE &&
      engine.shared->members[conduct->violation_process].stands_in)
    sett_know_guests ();
  else if (conduct->violation == SETT_VIOLATION_RACE ||
           conduct->violation == SETT_VIOLATION_DISCIPLINE)
    sett_know_promoted (conduct->violation_process, conduct->violation_object);
}

/* Something was learnt that makes the search begin again.  Others that share it
   must know, too, unless it is about accesses to memory only: then it is enough
   to repeat what this worker has explored. */
static sett_stateless *begin_again (sett_stateless *s) {
  const int scouting = !sett_stateless_has_parts (s);
  const int events = conduct->anew & SETT_ANEW_EVENTS;
  if (sett_stateless_is_dividing (s))
    sett_pool_does_not_divide ();
  restart_counts ();
  if (sett_pool_is_on () && events) {
    sett_pool_teach ();
    return s;
  }
  if (sett_pool_is_on () && !scouting) {
    sett_stateless_repeat (s);
    return s;
  }
  sett_stateless_destroy (s);
  return create_search (0);
}

/* Would it be worth while to have help? */
static int is_long (double start) {
  const sett_shared *shared = engine.shared;
  const sett_orders *orders = &shared->orders;
  return orders->workers > 1 && !orders->era && !shared->indivisible &&
         engine.has_snapshot && shared->executions >= orders->divide_after &&
         sett_engine_seconds () - start >= orders->divide_seconds;
}

/* Finds out where to divide the search, for workers to come. */
static void divide (void) {
  sett_stateless *s = create_search (1);
  const sett_plan *plan = sett_stateless_next (s);
  while (plan && sett_stateless_is_scouting (s) && !conduct->anew &&
         !engine.shared->stop) {
    const sett_log *log = sett_engine_run (plan);
    sett_stateless_learn (s, log);
    plan = sett_stateless_next (s);
  }
  sett_stateless_destroy (s);
  sett_pool_teach ();
}

/* Those who share the search must have the same in mind. */
static int is_in_common (const sett_stateless *s, int *known) {
  if (!sett_pool_is_on ())
    return 1;
  if (sett_pool_is_over ()) {
    engine.shared->outdated = 1;
    return 0;
  }
  if (sett_stateless_is_refuted (s)) {
    sett_pool_end ();
    return 0;
  }
  if (*known || sett_stateless_is_scouting (s))
    return 1;
  *known = 1;
  return sett_pool_agrees (sett_stateless_digest (s));
}

/* What scouts do is done again by those who search the parts, and is counted
   then; unless they find the end of it all.  Before it there were so many
   events. */
static void note_execution (const sett_stateless *s, const sett_log *log,
                            uint64_t before) {
  static uint64_t scouted, events;
  const int scouting = sett_stateless_is_scouting (s);
  scouted += scouting != 0;
  events += scouting ? engine.shared->events - before : 0;
  if (scouting)
    engine.shared->events = before;
  else {
    sett_count_ending (engine.shared, log, engine.plan);
    sett_list_add (log);
  }
  if (!conduct->anew)
    sett_exits_note (log, !scouting, 0);
  if (log->ending != SETT_VIOLATING)
    return;
  sett_counterexample_schedule (log);
  go_on_after_violation ();
  if (!scouting || !is_enough ())
    return;
  engine.shared->executions += scouted;
  engine.shared->events += events;
}

/*------------------------------------------------------------------------*/

/* Where the part began, in the count of executions. */
static sett_endings before_part;

static const sett_saving_host *saving;

static uint64_t executions_of_part (void) {
  const uint64_t all = engine.shared->executions;
  return all > before_part.executions ? all - before_part.executions : 0;
}

static void note_part (const sett_stateless *s, uint64_t *part) {
  if (*part == sett_stateless_part (s))
    return;
  if (*part && sett_pool_gives () && executions_of_part ())
    sett_pool_note_part (executions_of_part ());
  *part = sett_stateless_part (s);
  sett_note_endings (&before_part, engine.shared);
  sett_reporting_note (saving, s);
}

static void learn (sett_stateless *s, const sett_log *log, uint64_t *restarts) {
  sett_shared *shared = engine.shared;
  if (shared->orders.workers > 1 && (!shared->orders.era || sett_pool_gives ()))
    sett_observed_learn (&observed, log);
  sett_stateless_learn (s, log);
  const uint64_t now = sett_stateless_statistics_of (s)->restarts;
  if (now != *restarts && sett_pool_is_on ())
    sett_return_to_endings (shared, &before_part);
  else if (now != *restarts)
    restart_counts ();
  *restarts = now;
}

/* Now and then: whoever is stopped cannot say it at the end. */
static void note_progress (const sett_stateless *s) {
  sett_shared *shared = engine.shared;
  if (shared->executions < 64 || !(shared->executions & 63))
    shared->progress = sett_stateless_progress (s);
}

/* What a virtual machine of Java does at the first use of something would be
   events of the first execution only.  So there is one before that, which does
   not count.  False: it has taught something. */
static int warm_up (void) {
  static sett_endings before;
  sett_shared *shared = engine.shared;
  const sett_plan plan = {.sleep_from = UINT32_MAX,
                          .most_events = shared->orders.most_events};
  if (!shared->errands)
    return 1;
  sett_note_endings (&before, shared);
  sett_engine_run (&plan);
  if (SETT_MUTANT (shared->orders.mutant) ==
      SETT_RUN_MUTANT_WARMED_WITHOUT_STATUSES)
    sett_forget_endings (shared);
  else
    sett_return_to_endings (shared, &before);
  shared->events = shared->longest = 0;
  const int is_known = !conduct->anew;
  conduct->anew = 0;
  if (engine.narrating)
    sett_tell_anew ();
  return is_known;
}

/* While others wait, a part that takes long is given up, and what came of it
   does not count. */
static void give_back (sett_stateless *s) {
  if (!sett_pool_wants_part (executions_of_part ()))
    return;
  if (sett_stateless_give_up (s, &observed, sett_pool_ways_anew ()))
    sett_return_to_endings (engine.shared, &before_part);
  else
    sett_pool_does_not_divide ();
}

static void wait_a_moment (void) {
  const struct timespec moment = {.tv_nsec = 2000000};
  sett_raw (SYS_nanosleep, &moment, NULL);
  engine.shared->beat++;
}

/* Nobody is left who could give this worker a part. */
static int all_is_done;

/* The next plan.  Where there is none at present, a worker of several waits
   until there is, or nobody is left who could give one. */
static const sett_plan *next_plan (sett_stateless *s) {
  const sett_plan *plan = sett_stateless_next (s);
  all_is_done = !plan && !sett_pool_gives ();
  if (plan || all_is_done)
    return plan;
  sett_reporting_note (saving, s);
  sett_pool_rest (1);
  while (!plan && !(all_is_done = sett_pool_all_rest ()) &&
         !sett_pool_is_over () && !is_enough () &&
         !sett_reporting_after (saving)) {
    wait_a_moment ();
    if (sett_pool_there_are_parts ()) {
      sett_pool_rest (0);
      plan = sett_stateless_next (s);
      if (!plan)
        sett_pool_rest (1);
    }
  }
  return plan;
}

/* What goes beside the search: walks, and what it has seen. */
static void save_besides (sett_saved *s) {
  sett_hunting_save (s);
  sett_observed_save (&observed, s);
}

static void load_besides (sett_saved *s) {
  sett_hunting_load (s);
  sett_observed_load (&observed, s);
  sett_state_resumed ();
}

static void search (void) {
  sett_shared *shared = engine.shared;
  const double start = sett_engine_seconds ();
  saving = sett_saving_init (sett_engine_run, save_besides, load_besides,
                             microseconds);
  const int is_resumed = sett_search_is_resumed (saving);
  if (!warm_up () && is_resumed)
    saving->refuse ("the program does not behave as it did");
  sett_stateless *s = create_search (0);
  const sett_plan *plan = NULL;
  int in_common = 0;
  sett_hunting_start ();
  if (is_resumed)
    sett_search_resume (saving, s);
  uint64_t restarts = sett_stateless_statistics_of (s)->restarts, part = 0;
  while (!is_enough () && (plan = next_plan (s)) &&
         is_in_common (s, &in_common)) {
    note_part (s, &part);
    sett_search_before (saving, s, plan);
    const uint64_t events = shared->events;
    const sett_log *log = sett_engine_run (plan);
    note_execution (s, log, events);
    if (shared->stop)
      break; /* nobody needs what is to be learnt from it */
    if (!conduct->anew) {
      learn (s, log, &restarts);
      note_progress (s);
      sett_hunting_go (log, is_enough);
    }
    if (conduct->anew) {
      s = begin_again (s);
      restarts = sett_stateless_statistics_of (s)->restarts;
      if (shared->outdated)
        break;
      continue;
    }
    if (sett_search_after (saving, s, log) || sett_reporting_after (saving))
      break;
    if (!sett_stateless_is_scouting (s))
      give_back (s);
    if (is_long (start)) {
      divide ();
      break;
    }
  }
  sett_pool_leave ();
  if (sett_pool_is_on () && !shared->outdated && sett_stateless_is_refuted (s))
    sett_pool_end ();
  shared->exhausted =
      !is_enough () && !plan && all_is_done && !shared->outdated;
  if (shared->exhausted)
    sett_reporting_end (saving, s);
  shared->bounded |= sett_stateless_bounded (s);
  SETT_ASSERT (!shared->exhausted || !shared->outdated);
  sett_stateless_destroy (s);
  if (engine.stateful && shared->exhausted && !shared->bounded)
    sett_state_graph_judge ();
}

/*------------------------------------------------------------------------*/
/* Replaying. */

static void replay (void) {
  const sett_orders *orders = &engine.shared->orders;
  const sett_plan plan = {
      .choices = orders->choices,
      .length = orders->choice_count,
      .sleep_from = UINT32_MAX,
      .most_events = orders->most_events,
  };
  warm_up ();
  const sett_log *log = sett_engine_run (&plan);
  sett_count_ending (engine.shared, log, engine.plan);
  sett_counterexample_tell (log);
}

/*------------------------------------------------------------------------*/
/* Repeating. */

static void repeat (void) {
  const sett_orders *orders = &engine.shared->orders;
  while (!engine.shared->stop &&
         engine.shared->executions < orders->executions) {
    const sett_plan plan = {
        .sleep_from = UINT32_MAX,
        .policy = orders->seed ? SETT_ANY : SETT_STAY,
        .seed = orders->seed + engine.shared->executions,
        .most_events = orders->most_events,
    };
    const sett_log *log = sett_engine_run (&plan);
    sett_count_ending (engine.shared, log, engine.plan);
    if (conduct->anew) {
      restart_counts ();
      continue;
    }
    sett_output_compare ();
    if (log->ending == SETT_VIOLATING) {
      sett_counterexample_schedule (log);
      return;
    }
    if (!engine.has_snapshot)
      return; /* there was nothing to choose */
  }
}

/*------------------------------------------------------------------------*/
/* One process of several, which is not the leader. */

static void start_narrating (void) {
  engine.narrating = engine.shared->orders.task == SETT_TASK_REPLAY;
  if (engine.narrating)
    sett_tell_begin ();
}

__attribute__ ((noreturn)) static void follow (void) {
  sett_processes_wait ();
  engine.log = conduct->log;
  sett_races_begin ();
  sett_schedule_begin ();
  sett_lockset_begin ();
  sett_schedule_first ();
  start_narrating ();
  sett_images_list ();
  sett_processes_chosen ();
  for (;;) {
    sett_turn_from_engine (sett_self ());
    if (engine.reason == SETT_TO_SNAPSHOT) {
      take_snapshot ();
      sett_processes_started ();
    } else if (engine.reason == SETT_TO_END)
      sett_processes_end ();
    if (engine.reason != SETT_TO_TAKE_OVER)
      sett_processes_wait ();
    if (sett_processes_is_new ())
      begin (1);
    else
      open_knowledge (); /* loaded since it came here (pretend_snapshot) */
  }
}

/* One that an execution made, which ends when the next one begins. */
static void accompany (void *unused) {
  (void)unused;
  if (engine.reason == SETT_TO_END)
    sett_processes_end ();
  for (;;)
    sett_raw (SYS_pause);
}

void sett_engine_detach (void) {
  engine.is_passing = 1;
  engine.checkpoint_from = UINT32_MAX;
  engine.sp = sett_fiber_make ((char *)engine.sp - 1024, accompany, NULL);
}

static void read_orders (void) {
  const sett_orders *orders = &engine.shared->orders;
  engine.plan = &conduct->plan;
  engine.all_visible = orders->discipline == SETT_DISCIPLINE_NONE;
  engine.stateful = orders->stateful && orders->task == SETT_TASK_SEARCH;
  engine.locksets = orders->discipline == SETT_DISCIPLINE_MLD ||
                    orders->discipline == SETT_DISCIPLINE_PLAIN_MLD;
  engine.inferring = sett_bounds_infer ();
  engine.only_locksets = orders->discipline == SETT_DISCIPLINE_PLAIN_MLD;
}

void sett_engine_join (void) {
  sett_engine_detach ();
  engine.has_snapshot = 1;
  engine.log = conduct->log;
  read_orders ();
  sett_process_adopt ();
  sett_schedule_begin ();
  start_narrating ();
  sett_images_list ();
  conduct->chosen = (uint8_t)world->current;
  sett_processes_chosen ();
}

void sett_engine_main (void *unused) {
  (void)unused;
  sett_shared *shared = engine.shared;
  engine.plan = &conduct->plan;
  if (sett_is_leader ()) {
    create_log ();
    sett_schedule_first ();
  }
  read_orders ();
  if (sett_is_leader ())
    start_narrating ();
  if (!sett_is_leader ())
    follow ();
  shared->phase = SETT_PHASE_RUNNING;
  if (shared->orders.task == SETT_TASK_REPLAY)
    replay ();
  else if (shared->orders.task == SETT_TASK_REPEAT)
    repeat ();
  else {
    for (uint64_t i = 0; i < 1 || i < shared->orders.repeats; i++) {
      sett_state_forget (); /* each search visits its states itself */
      search ();
    }
    sett_simplify ();
  }
  if (engine.has_snapshot)
    sett_descriptors_restore ();
  if (!shared->members[engine.process].images)
    sett_images_list ();
  shared->phase = SETT_PHASE_DONE;
  sett_raw (SYS_exit_group, 0);
}
