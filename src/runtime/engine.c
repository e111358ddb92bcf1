/* Exploring and replaying: the loop of plans and executions. */

#include "runtime/engine.h"

#include "base/memory.h"
#include "runtime/account.h"
#include "runtime/descriptors.h"
#include "runtime/fiber.h"
#include "runtime/knowledge.h"
#include "runtime/lockset.h"
#include "runtime/mappings.h"
#include "runtime/output.h"
#include "runtime/pages.h"
#include "runtime/races.h"
#include "runtime/schedule.h"
#include "stateless/stateless.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

sett_engine engine;

/* Why the engine's stack was entered. */
static enum { TO_SNAPSHOT, TO_END } reason;
static sett_ending ending;
static uint32_t base_effects;
static uint16_t base_event_effects; /* of the last event before it */

/*------------------------------------------------------------------------*/
/* Called on the program's stacks. */

void sett_end (sett_ending how) {
  ending = how;
  reason = TO_END;
  engine.active = 0;
  if (UNLIKELY (engine.narrating))
    sett_tell_end ();
  sett_fiber_switch (&sett_self ()->sp, engine.sp, engine.fs);
  __builtin_trap ();
}

void sett_fail (sett_fault fault, uintptr_t place, const void *object,
                const char *format, ...) {
  /* An execution in which something was learnt does not count; what is wrong
     will be found again. */
  if (engine.anew && !engine.narrating)
    sett_end (SETT_CUT);
  engine.active = 0; /* formatting is not the program's doing */
  engine.fault = fault;
  engine.fault_thread = (int)world->current;
  engine.fault_place = place;
  engine.fault_object = object;
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (engine.message, sizeof engine.message, format, arguments);
  va_end (arguments);
  if (engine.narrating && place)
    engine.fault_stack = *sett_account_stack ();
  sett_end (SETT_FAULTY);
}

void sett_engine_snapshot (void) {
  reason = TO_SNAPSHOT;
  sett_fiber_switch (&sett_self ()->sp, engine.sp, engine.fs);
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
  if (board->note_count == SETT_MOST_NOTES)
    return;
  sett_note *note = &board->notes[board->note_count++];
  strncpy (note->text, text, sizeof note->text - 1);
  note->bounds = bounds;
  note->place = place;
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
  engine.log = log;
}

static void go_back (void) {
  sett_pages_restore ();
  sett_mappings_restore ();
  sett_descriptors_restore ();
  sett_output_restore ();
  engine.log->count = engine.base;
  engine.log->effect_count = base_effects;
  sett_current_event ()->effects = base_event_effects;
}

static void take_snapshot (void) {
  engine.base = engine.log->count;
  base_effects = engine.log->effect_count;
  base_event_effects = sett_current_event ()->effects;
  engine.has_snapshot = 1;
  sett_knowledge_load ();
  sett_descriptors_snapshot ();
  sett_output_snapshot ();
  sett_pages_snapshot ();
}

/* What threads that could not go on were about to do. */
static void log_pending (void) {
  sett_log *log = engine.log;
  log->alive = world->alive;
  log->thread_count = world->thread_count;
  for (uint64_t rest = world->alive; rest; rest &= rest - 1) {
    const sett_thread *t = &world->threads[__builtin_ctzll (rest)];
    sett_event *e = &log->pending[t->number];
    *e = (sett_event){.place = t->place,
                      .first = log->effect_count,
                      .thread = t->number,
                      .operation = t->operation,
                      .alternatives = 1,
                      .cause = t->cause};
    const int hopeless = t->waiting && !t->signalled && !t->timed;
    if (!t->has_object || hopeless || log->effect_count == log->effect_room)
      continue;
    log->effects[log->effect_count++] = (sett_effect){
        .object = sett_object_number (t->object), .kind = t->intent};
    e->effects = 1;
  }
}

static const sett_log *run (const sett_plan *plan) {
  sett_board *board = engine.board;
  const int again = engine.has_snapshot;
  engine.plan = plan;
  engine.fault = SETT_FAULT_NONE;
  engine.execution++;
  if (again)
    go_back ();
  sett_schedule_begin ();
  sett_races_begin ();
  sett_lockset_begin ();
  do {
    engine.active = 1;
    sett_thread *t = sett_self ();
    sett_fiber_switch (&engine.sp, t->sp, t->fs);
    if (reason == TO_SNAPSHOT)
      take_snapshot ();
  } while (reason == TO_SNAPSHOT);
  sett_log *log = engine.log;
  log->ending = ending;
  log_pending ();
  board->events += log->count - (again ? engine.base : 0);
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

static sett_stateless *create_search (void) {
  const sett_orders *orders = &engine.board->orders;
  const sett_stateless_options options = {
      .kind = orders->search,
      .preemptions = orders->preemptions,
      .seed = orders->seed,
      .executions = orders->executions,
      .pct_changes = 3,
      .most_events = orders->most_events,
  };
  return sett_stateless_create (&options);
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
    board->departed++;
    board->bounded = 1;
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
  return orders->executions && board->executions >= orders->executions;
}

static void restart_counts (void) {
  sett_board *board = engine.board;
  engine.anew = 0;
  board->executions = board->asleep = board->assumed = 0;
  board->cut = board->departed = board->bounded = 0;
}

/* Memory that violates the discipline is reported once; if the search goes on,
   it does so with this memory visible, and is sound again. */
static void go_on_after_fault (void) {
  if (!engine.board->orders.all_errors)
    return;
  if (engine.fault == SETT_FAULT_RACE ||
      engine.fault == SETT_FAULT_DISCIPLINE) {
    sett_know_reported (engine.fault_object);
    sett_know_visible (engine.fault_object);
  }
}

static void search (void) {
  sett_board *board = engine.board;
  sett_stateless *s = create_search ();
  const sett_plan *plan = NULL;
  while (!is_enough () && (plan = sett_stateless_next (s))) {
    const sett_log *log = run (plan);
    count_ending (log);
    if (log->ending == SETT_FAULTY) {
      sett_account_schedule (log);
      go_on_after_fault ();
    }
    if (engine.anew) {
      sett_stateless_destroy (s);
      restart_counts ();
      s = create_search ();
      continue;
    }
    sett_stateless_learn (s, log);
  }
  board->exhausted = !is_enough () && !plan;
  board->bounded |= sett_stateless_bounded (s);
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
  engine.narrating = 1;
  const sett_log *log = run (&plan);
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
    const sett_log *log = run (&plan);
    count_ending (log);
    sett_output_compare ();
    if (log->ending == SETT_FAULTY) {
      sett_account_schedule (log);
      return;
    }
  }
}

void sett_engine_main (void *unused) {
  (void)unused;
  sett_board *board = engine.board;
  create_log ();
  sett_schedule_first ();
  engine.all_visible = board->orders.discipline == SETT_DISCIPLINE_NONE;
  engine.stateful =
      board->orders.stateful && board->orders.task == SETT_TASK_SEARCH;
  engine.locksets = board->orders.discipline == SETT_DISCIPLINE_MLD ||
                    board->orders.discipline == SETT_DISCIPLINE_PLAIN_MLD;
  board->phase = SETT_PHASE_RUNNING;
  if (board->orders.task == SETT_TASK_REPLAY)
    replay ();
  else if (board->orders.task == SETT_TASK_REPEAT)
    repeat ();
  else
    search ();
  if (engine.has_snapshot)
    sett_descriptors_restore ();
  sett_account_modules ();
  board->phase = SETT_PHASE_DONE;
  sett_raw (SYS_exit_group, 0);
}
