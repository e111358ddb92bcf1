/* Exploring and replaying: the loop of plans and executions. */

#include "runtime/engine.h"

#include "base/memory.h"
#include "runtime/account.h"
#include "runtime/bounds.h"
#include "runtime/checkpoint.h"
#include "runtime/clocks.h"
#include "runtime/commons.h"
#include "runtime/descriptors.h"
#include "runtime/graph.h"
#include "runtime/hunting.h"
#include "runtime/fiber.h"
#include "runtime/fork.h"
#include "runtime/kill.h"
#include "runtime/knowledge.h"
#include "runtime/list.h"
#include "runtime/lockset.h"
#include "runtime/mappings.h"
#include "runtime/output.h"
#include "runtime/pages.h"
#include "runtime/past.h"
#include "runtime/races.h"
#include "runtime/schedule.h"
#include "runtime/share.h"
#include "runtime/simplify.h"
#include "runtime/state.h"
#include "runtime/spin.h"
#include "runtime/system.h"
#include "runtime/turns.h"
#include "stateless/observed.h"
#include "stateless/stateless.h"
#include "stateless/wakeup.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

sett_engine engine = {.checkpoint_from = UINT32_MAX};

/* Why the engine's stack was entered.  TO_END: by the one that ended the
   execution; TO_TAKE_OVER: by one that hears of it; TO_REST: by one that has
   no part in it any more. */
static enum {
  TO_SNAPSHOT,
  TO_CHECKPOINT,
  TO_END,
  TO_TAKE_OVER,
  TO_REST
} reason;
static uint32_t base_effects;

static int is_leader (void) {
  return engine.process == 0 && !engine.is_passing;
}

static sett_event base_event; /* the last one before it */

/*------------------------------------------------------------------------*/
/* Called on the program's stacks. */

/* "client: ", who is to blame, if that is another process.  Deadlocks are
   nobody's fault. */
static const char *blamed (const char **after) {
  const int nobody = conduct->fault == SETT_FAULT_DEADLOCK ||
                     conduct->fault == SETT_FAULT_LOCAL_DEADLOCK ||
                     conduct->fault == SETT_FAULT_LIVELOCK;
  *after = "";
  if (nobody || conduct->fault_process == engine.process)
    return "";
  *after = ": ";
  return engine.board->members[conduct->fault_process].name;
}

/* The debugger shows where it is, and all other threads. */
void sett_stop_in_debugger (void) {
  char text[SETT_MOST_MESSAGE + 64];
  const char *after;
  const char *process = blamed (&after);
  const int n =
      conduct->fault
          ? snprintf (text, sizeof text, "\nsett: %s%s%s: %s\n", process, after,
                      sett_fault_kind (conduct->fault), conduct->message)
          : snprintf (text, sizeof text, "\nsett: the execution is over\n");
  sett_output_say (text, (size_t)n);
  __asm__ volatile("int3");
}

void sett_end (sett_ending how) {
  conduct->ending = how;
  reason = TO_END;
  engine.active = 0;
  if (UNLIKELY (engine.narrating))
    sett_tell_threads ();
  if (UNLIKELY (engine.real_threads && how == SETT_FAULTY))
    sett_stop_in_debugger ();
  sett_turn_to_engine (sett_self ());
  __builtin_trap ();
}

void sett_engine_take_over (void) {
  reason = TO_TAKE_OVER;
  sett_turn_to_engine (sett_self ());
  __builtin_trap ();
}

void sett_engine_rest (void) {
  reason = TO_REST;
  engine.is_resting = 1;
  world->alive = 0;
  engine.active = 0;
  sett_turn_to_engine (sett_self ());
  __builtin_trap ();
}

void sett_fail (sett_fault fault, uintptr_t place, const void *object,
                const char *format, ...) {
  /* An execution in which something was learnt does not count; what is wrong
     will be found again. */
  if (conduct->anew && !engine.narrating)
    sett_end (SETT_CUT);
  engine.active = 0; /* formatting is not the program's doing */
  conduct->fault = fault;
  conduct->fault_thread = (int)world->current;
  conduct->fault_process = engine.process;
  conduct->fault_place = place;
  conduct->fault_object = object;
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (conduct->message, sizeof conduct->message, format, arguments);
  va_end (arguments);
  if (engine.narrating)
    sett_tell_fault (place);
  sett_end (SETT_FAULTY);
}

/* A replay has one execution only.  The leader loads what is known when all
   have come here, so the others look when they go on. */
static void pretend_snapshot (void) {
  engine.has_snapshot = 1;
  if (is_leader ())
    sett_knowledge_load ();
  else {
    sett_system_started ();
    sett_system_wait ();
    sett_knowledge_open ();
  }
}

void sett_engine_snapshot (void) {
  if (engine.multi && is_leader ())
    sett_system_start ();
  if (engine.board->orders.task == SETT_TASK_REPLAY) {
    pretend_snapshot ();
    return;
  }
  if (is_leader ())
    sett_knowledge_load ();
  reason = TO_SNAPSHOT;
  sett_turn_to_engine (sett_self ());
}

void sett_engine_checkpoint (void) {
  reason = TO_CHECKPOINT;
  sett_turn_to_engine (sett_self ());
}

/*------------------------------------------------------------------------*/

void sett_give_up (const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (engine.board->failure, sizeof engine.board->failure, format,
             arguments);
  va_end (arguments);
  engine.board->phase = SETT_PHASE_FAILED;
  sett_raw (SYS_exit_group, 4);
  __builtin_unreachable ();
}

void sett_note_add (int bounds, uintptr_t place, const char *text) {
  sett_board *board = engine.board;
  for (uint32_t i = 0; i < board->note_count; i++)
    if (!strcmp (board->notes[i].text, text)) {
      board->notes[i].count++;
      return;
    }
  if (board->note_count == SETT_MOST_NOTES) {
    board->notes[SETT_MOST_NOTES - 1].bounds |= bounds;
    return;
  }
  sett_note *note = &board->notes[board->note_count++];
  strncpy (note->text, text, sizeof note->text - 1);
  note->bounds = bounds;
  note->place = place;
  note->process = engine.process;
  note->count = 1;
}

/*------------------------------------------------------------------------*/
/* One execution. */

static void create_log (void) {
  sett_log *log = sett_zalloc (1, sizeof *log);
  log->room = engine.board->orders.most_events + 1;
  log->events = sett_alloc (log->room * sizeof *log->events);
  log->effect_room = 8 * log->room + (1 << 16);
  log->effects = sett_alloc (log->effect_room * sizeof *log->effects);
  if (engine.board->orders.stateful) {
    log->states = sett_alloc ((log->room + 1) * sizeof *log->states);
    log->states[0] = SETT_NO_STATE; /* before the snapshot there are none */
  }
  engine.log = conduct->log = log;
}

static void go_back (void) {
  if (sett_checkpoint_resume (engine.plan))
    return;
  sett_races_begin ();
  sett_pages_restore ();
  sett_mappings_restore ();
  sett_descriptors_restore ();
  sett_output_restore ();
  if (!is_leader ())
    return;
  engine.log->count = engine.base;
  engine.log->effect_count = base_effects;
  *sett_current_event () = base_event;
}

static void take_snapshot (void) {
  engine.base = engine.log->count;
  base_effects = engine.log->effect_count;
  base_event = *sett_current_event ();
  engine.has_snapshot = 1;
  sett_descriptors_snapshot ();
  if (is_leader ())
    sett_past_snapshot ();
  sett_output_snapshot ();
  sett_pages_snapshot ();
  sett_donors_guard ();
  sett_races_snapshot ();
  sett_checkpoint_begin ();
}

static void add_pending_effect (sett_event *e, const void *object,
                                sett_effect_kind kind, uint64_t before) {
  sett_log *log = engine.log;
  if (log->effect_count == log->effect_room)
    return;
  log->effects[log->effect_count++] = (sett_effect){
      .before = before, .object = sett_object_number (object), .kind = kind};
  e->effects++;
}

/* What a thread was about to do.  One that waits for something else than its
   object (for a signal, for the end of another thread) has no effects. */
static void log_pending_thread (const sett_thread *t) {
  sett_event *e = &engine.log->pending[t->number];
  *e = (sett_event){.place = t->place,
                    .first = engine.log->effect_count,
                    .thread = t->number,
                    .operation = t->operation,
                    .alternatives = 1,
                    .cause = t->cause};
  const int hopeless = t->waiting && !t->signalled && !t->timed;
  if (t->operation == SETT_DO_AWAIT)
    for (uint32_t i = 0; i < t->spin.count; i++) {
      const sett_glance *g = &sett_glances_of (t)[i];
      add_pending_effect (e, g->object, SETT_EFFECT_AWAIT, g->value);
      engine.log->effects[engine.log->effect_count - 1].changed =
          sett_spin_changed (g);
    }
  else if (t->has_object && !hopeless)
    add_pending_effect (e, t->object, t->intent, 0);
  engine.log->spreading |= (uint64_t)t->spreads << t->number;
  if (engine.signalled)
    add_pending_effect (e, &commons->lives[engine.process].signals,
                        SETT_EFFECT_LOAD, 0);
}

/* Did the last event end the execution, rather than the lack of others? */
static int was_stopped (void) {
  const sett_ending ending = conduct->ending;
  return ending == SETT_ASSUMED ||
         ((ending == SETT_ENDED || ending == SETT_FAULTY) && !conduct->stuck);
}

static void log_pending (void) {
  sett_log *log = engine.log;
  log->stopped = was_stopped ();
  log->alive = world->alive;
  log->enabled = log->spreading = 0;
  log->thread_count = world->thread_count;
  for (uint64_t rest = log->alive; rest; rest &= rest - 1) {
    const sett_thread *t = &world->threads[__builtin_ctzll (rest)];
    if (!log->stopped && sett_thread_enabled (t))
      log->enabled |= (uint64_t)1 << t->number;
    log_pending_thread (t);
  }
  if (engine.multi)
    sett_system_log_pending ();
  if (!log->stopped)
    return;
  if (engine.inferring)
    sett_bounds_end (sett_current_event ()->thread);
  log->alive &= ~((uint64_t)1 << sett_current_event ()->thread);
  log->enabled = sett_current_event ()->enabled & log->alive;
}

/* What every process does before it runs. */
static void begin (int again) {
  engine.is_resting = 0;
  if (again)
    go_back ();
  else
    sett_races_begin ();
  if (engine.multi && engine.has_snapshot)
    sett_knowledge_open (); /* others may have learnt about this process */
  sett_schedule_begin ();
  sett_lockset_begin ();
}

const sett_log *sett_engine_run (const sett_plan *plan) {
  sett_board *board = engine.board;
  const int again = engine.has_snapshot;
  conduct->plan = *plan;
  conduct->fault = SETT_FAULT_NONE;
  conduct->stuck = 0;
  conduct->state = SETT_GRAPH_NOWHERE;
  conduct->exit_status = 0;
  conduct->execution++;
  if (engine.multi)
    sett_system_begin ();
  if (engine.stateful)
    sett_clocks_begin ();
  begin (again);
  sett_schedule_begin_all ();
  const uint32_t first = again ? engine.log->count : 0;
  do {
    engine.active = 1;
    sett_thread *t = sett_self ();
    sett_turn_from_engine (t);
    if (reason == TO_SNAPSHOT)
      take_snapshot ();
    else if (reason == TO_CHECKPOINT)
      sett_checkpoint_push ();
  } while (reason == TO_SNAPSHOT || reason == TO_CHECKPOINT);
  if (reason == TO_REST)
    sett_system_wait ();
  sett_log *log = engine.log;
  log->ending = conduct->ending;
  if (engine.stateful && !conduct->stuck && log->ending != SETT_MATCHED)
    sett_graph_leave ();
  log_pending ();
  board->events += log->count - first;
  if (log->count > board->longest)
    board->longest = log->count;
  if (world->thread_count > board->most_threads)
    board->most_threads = world->thread_count;
  board->hot_pages = sett_pages_hot ();
  board->beat++;
  return log;
}

/*------------------------------------------------------------------------*/
/* Searching. */

double sett_engine_seconds (void) {
  struct timespec t;
  sett_raw (SYS_clock_gettime, CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

/* What the first worker sees until it needs help, and then decides. */
static sett_observed observed;

/* What dpor may use for what is to be executed, of each worker; enough that
   nothing is given up in searches that come to their end in some minutes. */
static size_t most_records (const sett_orders *orders) {
  const size_t most = (size_t)512 << 20, part = engine.board->most_memory / 4;
  const size_t bytes = part && part < most ? part : most;
  return bytes / (orders->workers ? orders->workers : 1) / sizeof (sett_wakeup);
}

/* The reduction of dpor with states relies on seeing all who are enabled, which
   process-local branching hides; what other searches leave out would have to be
   kept with the states. */
static sett_stateless_kind kind_of_search (void) {
  const sett_orders *orders = &engine.board->orders;
  const int is_reduced =
      orders->search == SETT_STATELESS_DPOR && !orders->local;
  return engine.stateful && !is_reduced ? SETT_STATELESS_EXITBLOCK
                                        : (sett_stateless_kind)orders->search;
}

static sett_stateless *create_search (int deciding) {
  const sett_orders *orders = &engine.board->orders;
  static sett_stateless_share share;
  sett_share_describe (&share);
  share.observed = deciding ? &observed : NULL;
  const sett_stateless_options options = {
      .kind = kind_of_search (),
      .preemptions = orders->preemptions,
      .seed = orders->seed,
      .executions = orders->executions,
      .pct_changes = 3,
      .most_events = orders->most_events,
      .most_records = most_records (orders),
      .stop = &engine.board->stop,
      .stateful = engine.stateful,
      .share = deciding || sett_share_is_on () ? &share : NULL,
  };
  sett_stateless *s = sett_stateless_create (&options);
  sett_stateless_bound (s, sett_bounds_of_threads ());
  return s;
}

static void count_ending (const sett_log *log) {
  sett_board *board = engine.board;
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
  case SETT_MATCHED:
    board->matched++;
    break;
  case SETT_DEPARTED:
    /* New territory can turn out to be a dead end; what was there before must
       be there again. */
    board->departed++;
    if (log->count < engine.plan->sleep_from)
      board->bounded = 1;
    else
      board->dead_ends++;
    break;
  default:
    break;
  }
}

/* Has enough been seen? */
static int is_enough (void) {
  const sett_board *board = engine.board;
  const sett_orders *orders = &board->orders;
  if (board->stop)
    return 1;
  if (board->account_count && !orders->all_errors)
    return 1;
  return orders->executions &&
         board->executions + board->walks >= orders->executions;
}

static void restart_counts (void) {
  sett_board *board = engine.board;
  sett_checkpoint_forget ();
  conduct->anew = 0;
  sett_state_forget ();
  board->executions = board->asleep = board->assumed = board->matched = 0;
  board->cut = board->departed = board->dead_ends = board->bounded = 0;
}

/* Memory that violates the discipline is reported once; if the search goes on,
   it does so with this memory visible, and is sound again. */
static void go_on_after_fault (void) {
  if (!engine.board->orders.all_errors)
    return;
  if (conduct->fault == SETT_FAULT_RACE ||
      conduct->fault == SETT_FAULT_DISCIPLINE)
    sett_know_promoted (conduct->fault_process, conduct->fault_object);
}

/* Something was learnt that makes the search begin again.  Others that share it
   must know, too, unless it is about accesses to memory only: then it is enough
   to repeat what this worker has explored. */
static sett_stateless *begin_again (sett_stateless *s) {
  const int scouting = sett_stateless_is_scouting (s);
  const int events = conduct->anew & SETT_ANEW_EVENTS;
  restart_counts ();
  if (sett_share_is_on () && events) {
    sett_share_teach ();
    return s;
  }
  if (sett_share_is_on () && !scouting) {
    sett_stateless_repeat (s);
    return s;
  }
  sett_stateless_destroy (s);
  return create_search (0);
}

/* Would it be worth while to have help? */
static int is_long (double start) {
  const sett_board *board = engine.board;
  const sett_orders *orders = &board->orders;
  return orders->workers > 1 && !orders->era && !board->indivisible &&
         engine.has_snapshot && board->executions >= orders->divide_after &&
         sett_engine_seconds () - start >= orders->divide_seconds;
}

/* Finds out where to divide the search, for workers to come. */
static void divide (void) {
  sett_stateless *s = create_search (1);
  const sett_plan *plan = sett_stateless_next (s);
  while (plan && sett_stateless_is_scouting (s) && !conduct->anew &&
         !engine.board->stop) {
    const sett_log *log = sett_engine_run (plan);
    sett_stateless_learn (s, log);
    plan = sett_stateless_next (s);
  }
  sett_stateless_destroy (s);
  sett_share_teach ();
}

/* Those who share the search must have the same in mind. */
static int is_in_common (const sett_stateless *s, int *known) {
  if (!sett_share_is_on ())
    return 1;
  if (sett_share_is_over ()) {
    engine.board->outdated = 1;
    return 0;
  }
  if (sett_stateless_is_refuted (s)) {
    sett_share_end ();
    return 0;
  }
  if (*known || sett_stateless_is_scouting (s))
    return 1;
  *known = 1;
  return sett_share_agrees (sett_stateless_digest (s));
}

static void note_execution (const sett_stateless *s, const sett_log *log) {
  if (!sett_stateless_is_scouting (s)) {
    count_ending (log);
    sett_list_add (log);
  }
  if (log->ending == SETT_FAULTY) {
    sett_account_schedule (log);
    go_on_after_fault ();
  }
}

/*------------------------------------------------------------------------*/

static void learn (sett_stateless *s, const sett_log *log, uint64_t *restarts) {
  const sett_board *board = engine.board;
  if (board->orders.workers > 1 && !board->orders.era)
    sett_observed_learn (&observed, log);
  sett_stateless_learn (s, log);
  const uint64_t now = sett_stateless_statistics_of (s)->restarts;
  if (now != *restarts)
    restart_counts ();
  *restarts = now;
}

static void search (void) {
  sett_board *board = engine.board;
  const double start = sett_engine_seconds ();
  sett_stateless *s = create_search (0);
  const sett_plan *plan = NULL;
  uint64_t restarts = 0;
  int in_common = 0;
  sett_hunting_start ();
  while (!is_enough () && (plan = sett_stateless_next (s)) &&
         is_in_common (s, &in_common)) {
    const sett_log *log = sett_engine_run (plan);
    note_execution (s, log);
    if (board->stop)
      break; /* nobody needs what is to be learnt from it */
    if (!conduct->anew) {
      learn (s, log, &restarts);
      sett_hunting_go (log, is_enough);
    }
    if (conduct->anew) {
      s = begin_again (s);
      restarts = 0;
      if (board->outdated)
        break;
      continue;
    }
    if (is_long (start)) {
      divide ();
      break;
    }
  }
  if (sett_share_is_on () && !board->outdated && sett_stateless_is_refuted (s))
    sett_share_end ();
  board->exhausted = !is_enough () && !plan && !board->outdated;
  board->bounded |= sett_stateless_bounded (s);
  sett_stateless_destroy (s);
  if (engine.stateful && board->exhausted && !board->bounded &&
      board->orders.deadlocks && !board->orders.local)
    sett_graph_judge ();
}

/*------------------------------------------------------------------------*/
/* Replaying. */

static void replay (void) {
  const sett_orders *orders = &engine.board->orders;
  const sett_plan plan = {
      .choices = orders->choices,
      .length = orders->choice_count,
      .sleep_from = UINT32_MAX,
      .most_events = orders->most_events,
  };
  const sett_log *log = sett_engine_run (&plan);
  count_ending (log);
  sett_account_tell (log);
}

/*------------------------------------------------------------------------*/
/* Repeating. */

static void repeat (void) {
  const sett_orders *orders = &engine.board->orders;
  while (!engine.board->stop && engine.board->executions < orders->executions) {
    const sett_plan plan = {
        .sleep_from = UINT32_MAX,
        .policy = orders->seed ? SETT_ANY : SETT_STAY,
        .seed = orders->seed + engine.board->executions,
        .most_events = orders->most_events,
    };
    const sett_log *log = sett_engine_run (&plan);
    count_ending (log);
    if (conduct->anew) {
      restart_counts ();
      continue;
    }
    sett_output_compare ();
    if (log->ending == SETT_FAULTY) {
      sett_account_schedule (log);
      return;
    }
    if (!engine.has_snapshot)
      return; /* there was nothing to choose */
  }
}

/*------------------------------------------------------------------------*/
/* One process of several, which is not the leader. */

static void start_narrating (void) {
  engine.narrating = engine.board->orders.task == SETT_TASK_REPLAY;
  if (engine.narrating)
    sett_tell_begin ();
}

__attribute__ ((noreturn)) static void follow (void) {
  sett_system_wait ();
  engine.log = conduct->log;
  sett_races_begin ();
  sett_schedule_begin ();
  sett_lockset_begin ();
  sett_schedule_first ();
  start_narrating ();
  sett_account_modules ();
  sett_system_chosen ();
  for (;;) {
    sett_turn_from_engine (sett_self ());
    if (reason == TO_SNAPSHOT) {
      take_snapshot ();
      sett_system_started ();
    } else if (reason == TO_END)
      sett_system_end ();
    if (reason != TO_TAKE_OVER)
      sett_system_wait ();
    if (sett_system_is_new ())
      begin (1);
    else
      sett_knowledge_open (); /* loaded since it came here (pretend_snapshot) */
  }
}

/* One that an execution made, which ends when the next one begins. */
static void accompany (void *unused) {
  (void)unused;
  if (reason == TO_END)
    sett_system_end ();
  for (;;)
    sett_raw (SYS_pause);
}

void sett_engine_detach (void) {
  engine.is_passing = 1;
  engine.checkpoint_from = UINT32_MAX;
  engine.sp = sett_fiber_make ((char *)engine.sp - 1024, accompany, NULL);
}

static void read_orders (void) {
  const sett_orders *orders = &engine.board->orders;
  engine.plan = &conduct->plan;
  engine.all_visible = orders->discipline == SETT_DISCIPLINE_NONE;
  engine.stateful = orders->stateful && orders->task == SETT_TASK_SEARCH;
  engine.branches_locally = orders->local && orders->task == SETT_TASK_SEARCH &&
                            orders->search != SETT_STATELESS_DPOR;
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
  sett_account_modules ();
  conduct->chosen = (uint8_t)world->current;
  sett_system_chosen ();
}

void sett_engine_main (void *unused) {
  (void)unused;
  sett_board *board = engine.board;
  engine.plan = &conduct->plan;
  if (is_leader ()) {
    create_log ();
    sett_schedule_first ();
  }
  read_orders ();
  if (is_leader ())
    start_narrating ();
  if (!is_leader ())
    follow ();
  board->phase = SETT_PHASE_RUNNING;
  if (board->orders.task == SETT_TASK_REPLAY)
    replay ();
  else if (board->orders.task == SETT_TASK_REPEAT)
    repeat ();
  else {
    for (uint64_t i = 0; i < 1 || i < board->orders.repeats; i++)
      search ();
    sett_simplify ();
  }
  if (engine.has_snapshot)
    sett_descriptors_restore ();
  sett_past_restore_all ();
  if (!board->members[engine.process].images)
    sett_account_modules ();
  board->phase = SETT_PHASE_DONE;
  sett_raw (SYS_exit_group, 0);
}
