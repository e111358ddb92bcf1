/* Several processes in one execution: see processes.h.  One of them runs at a
   time. */

#include "runtime/sched/processes.h"

#include "base/assert.h"
#include "base/memory.h"
#include "kernel/object.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/narrator.h"
#include "runtime/core/os_model.h"
#include "runtime/sched/kill.h"
#include "runtime/core/knowledge.h"
#include "runtime/race/owners.h"
#include "runtime/sched/processors.h"
#include "runtime/race/races.h"
#include "runtime/sched/children.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/state.h"
#include "runtime/core/turns.h"
#include "runtime/sched/waiters.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <signal.h>
#include <string.h>
#include <time.h>

static sett_member *member (unsigned process) {
  SETT_ASSERT (process < SETT_SYSTEM_PROCESSES);
  return &engine.shared->members[process];
}

static sett_station *station (unsigned thread) {
  SETT_ASSERT (thread < SETT_MOST_THREADS);
  return &engine.shared->stations[thread];
}

/*------------------------------------------------------------------------*/
/* The turn.  Who waits for it on a processor of its own looks for a moment,
   since it is likely to come soon, and sleeps then; or when another one begins
   to wait, which is more likely to be called: few processors would be left for
   the one that runs. */

static void call (sett_seat *seat, uint32_t ticket) {
  engine.active = 0;
  __atomic_store_n (&seat->turn, ticket + 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n (&seat->sleeps, __ATOMIC_SEQ_CST))
    sett_raw (SYS_futex, &seat->turn, FUTEX_WAKE, INT_MAX);
}

/* Mostly it is as before: then it stays in the caches of all processors. */
static void set_runner (int machine) {
  if (engine.shared->runner != machine)
    engine.shared->runner = machine;
}

static void give_turn (unsigned process) {
  sett_member *m = member (process);
  SETT_ASSERT (m->seat < sizeof m->seats / sizeof *m->seats);
  set_runner (m->ticket ? m->machine[m->seat] : 0);
  call (&m->seats[m->seat], m->ticket);
}

/* To the engine that searches, whatever its process has become. */
static void give_turn_to_leader (void) {
  set_runner (0);
  call (&member (0)->seats[0], 0);
}

static int look_for_turn (const sett_seat *seat) {
  enum { LOOKS = 2000 };
  for (int i = 0; i < LOOKS; i++) {
    if (__atomic_load_n (&seat->turn, __ATOMIC_ACQUIRE) == engine.ticket + 1)
      return 1;
    if (engine.shared->latest != engine.process)
      return 0;
    __builtin_ia32_pause ();
  }
  return 0;
}

/* Under a debugger: there may be no turn any more. */
static void watch_end (void) {
  if (engine.shared->phase != SETT_PHASE_DONE &&
      engine.shared->phase != SETT_PHASE_FAILED)
    return;
  sett_stop_in_debugger ();
  sett_raw (SYS_exit_group, 0);
}

/* The supervisor watches the processes that it started; the leader the others.
 */
static void look_after_runner (void) {
  const int runner = engine.shared->runner;
  if (engine.process == 0 && !engine.is_passing && runner &&
      sett_raw (SYS_kill, runner, 0) == -ESRCH)
    sett_give_up ("a process that the program made has died out of control");
}

static void sleep_until_called (sett_seat *seat) {
  const struct timespec a_while = {.tv_nsec = 100000000};
  const int watches = engine.process == 0 || engine.real_threads;
  uint32_t now;
  while ((now = __atomic_load_n (&seat->turn, __ATOMIC_SEQ_CST)) !=
         engine.ticket + 1) {
    if (UNLIKELY (engine.real_threads))
      watch_end ();
    if (sett_raw (SYS_futex, &seat->turn, FUTEX_WAIT, now,
                  watches ? &a_while : NULL) == -ETIMEDOUT)
      look_after_runner ();
  }
}

void sett_processes_wait (void) {
  sett_seat *seat = &member (engine.process)->seats[engine.seat];
  engine.shared->latest = engine.process;
  if (sett_processors_share () || !look_for_turn (seat)) {
    __atomic_store_n (&seat->sleeps, 1, __ATOMIC_SEQ_CST);
    sleep_until_called (seat);
    __atomic_store_n (&seat->sleeps, 0, __ATOMIC_SEQ_CST);
  }
  seat->turn = 0;
}

/*------------------------------------------------------------------------*/
/* Stations. */

/* Waits for somebody who need not come: a server without clients may do so when
   everything is over. */
static int rests (const sett_thread *t) {
  return !engine.shared->orders.must_end &&
         (upcalls.serves (t) || sett_spin_rests (t));
}

/* Nothing that is still to come can end this. */
static int is_blocked_for_good (const sett_thread *t) {
  return sett_operation_has (t->operation, SETT_TRAIT_LOCKS) ||
         (t->operation == SETT_DO_AWAIT && !t->wants);
}

/* A process that has started again lives once more. */
static const uint64_t *life_object (unsigned process) {
  const sett_life *l = &os_model->lives[process];
  return process == engine.process && engine.reborn
             ? &l->again[engine.reborn - 1]
             : &l->ended;
}

static void add_word (sett_station *s, const void *at, uint64_t value,
                      size_t size) {
  SETT_ASSERT (s->words < sizeof s->word / sizeof *s->word);
  s->word[s->words].at = sett_is_common (at) ? at : NULL;
  s->word[s->words].size = size;
  s->word[s->words++].value = value;
}

static void add_effect (sett_station *s, const void *object,
                        sett_effect_kind kind, uint64_t before, int changed) {
  SETT_ASSERT (s->event.effects < sizeof s->effects / sizeof *s->effects);
  s->effects[s->event.effects++] =
      (sett_effect){.before = before,
                    .object = sett_object_number (object),
                    .kind = kind,
                    .changed = changed != 0};
}

/* The same as the engine's log_pending_thread. */
static void tell_pending (sett_station *s, const sett_thread *t) {
  const int hopeless = t->waiting && !t->signalled && !t->timed;
  s->words = 0;
  if (t->operation == SETT_DO_AWAIT)
    for (uint32_t i = 0; i < t->spin.count && i < SETT_MOST_GLANCES; i++) {
      const sett_glance *g = &sett_glances_of (t)[i];
      add_word (s, g->address, g->value, g->size);
      add_effect (s, g->object, SETT_EFFECT_AWAIT, g->value,
                  sett_spin_changed (g));
    }
  else if (t->has_object && !hopeless) {
    if (!s->ready && !s->guard)
      add_word (s, t->object, 0, sizeof (uint64_t));
    add_effect (s, t->object, t->intent,
                t->intent == SETT_EFFECT_NEXT ? SETT_UNKNOWN_STATE : 0, 0);
  }
  if (engine.dies_early)
    add_effect (s, life_object (engine.process), SETT_EFFECT_LIVE, 0, 0);
  s->takes = 0;
  if (!engine.signalled)
    return;
  s->takes = sett_kill_taken_by (t);
  add_effect (s, &os_model->lives[engine.process].signals, SETT_EFFECT_LOAD, 0,
              0);
}

/* Does it depend on words in the OS model only whether the thread can go on? It
   may now, and no longer when another process has taken what it waits for. */
static int waits_for_words (const sett_thread *t) {
  if (!t->guard || !t->has_object || sett_cancel_pending (t))
    return 0;
  if (t->operation != SETT_DO_AWAIT)
    return sett_is_common (t->object) && !sett_is_shared (t->object);
  for (uint32_t i = 0; i < t->spin.count && i < SETT_MOST_GLANCES; i++)
    if (!sett_is_common (sett_glances_of (t)[i].address) &&
        sett_spin_changed (&sett_glances_of (t)[i]))
      return 0;
  return 1;
}

/* ...or on what is in memory that processes share? */
static void tell_guard (sett_station *s, const sett_thread *t) {
  s->guard = 0;
  s->object = t->has_object ? t->object : NULL;
  s->queue = t->queue;
  s->waiting = t->waiting;
  s->signalled = t->signalled;
  s->timed = t->timed;
  s->intent = t->intent;
  s->futex_bits = t->futex_bits;
  memset (s->given_clock, 0, engine.most_threads * sizeof *s->given_clock);
  s->given_time = 0;
  if (t->guard && t->has_object && t->operation != SETT_DO_AWAIT &&
      sett_is_shared (t->object) && !sett_cancel_pending (t))
    s->guard = (uint8_t)upcalls.guard_number (t->guard);
}

static void tell_thread (const sett_thread *t) {
  sett_station *s = station (t->number);
  SETT_ASSERT (t->number < engine.most_threads);
  s->process = (uint8_t)engine.process;
  s->lost = 0;
  s->alive = t->alive;
  if (!t->alive)
    return;
  tell_guard (s, t);
  s->ready = sett_thread_enabled (t) && !s->guard && !waits_for_words (t);
  s->rests = !s->ready && rests (t);
  s->blocked = !s->ready && !s->rests && is_blocked_for_good (t);
  s->event = (sett_event){.place = t->place,
                          .thread = t->number,
                          .operation = t->operation,
                          .alternatives = 1,
                          .cause = t->cause};
  tell_pending (s, t);
}

static void tell_threads (void) {
  if (engine.is_resting)
    return;
  for (unsigned i = 0; i < conduct->thread_count; i++)
    if (station (i)->process == engine.process && !station (i)->lost)
      station (i)->alive = 0;
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    tell_thread (&world->threads[sett_threads_first (rest)]);
  if (UNLIKELY (engine.narrating))
    narrator->threads ();
}

static int has_changed (const sett_station *s, unsigned i) {
  SETT_ASSERT (i < s->words);
  return s->word[i].at &&
         sett_spin_value (s->word[i].at, s->word[i].size) != s->word[i].value;
}

static int can_go_on (const sett_station *s) {
  if (s->ready ||
      ((os_model->lives[s->process].signals & s->takes) &&
       sett_kill_lets_go_on (s->process, s->event.thread, s->takes)) ||
      (s->guard && upcalls.guard_open (s)))
    return 1;
  for (unsigned i = 0; i < s->words; i++)
    if (has_changed (s, i))
      return 1;
  return 0;
}

void sett_processes_tell (unsigned thread, uint8_t *waits, int *holder) {
  const sett_station *s = station (thread);
  if (!s->alive || s->lost || !s->guard)
    return;
  *waits = !upcalls.guard_open (s);
  *holder = upcalls.guard_holder (s);
}

sett_thread_set sett_processes_takers (unsigned process, uint64_t signal) {
  sett_thread_set mask = SETT_NO_THREADS;
  for (unsigned i = 0; i < conduct->thread_count; i++) {
    const sett_station *s = station (i);
    if (s->alive && s->process == process && (s->takes & signal))
      sett_threads_add (&mask, i);
  }
  return mask;
}

sett_thread_set sett_processes_enabled (void) {
  sett_thread_set mask = SETT_NO_THREADS;
  for (unsigned i = 0; i < conduct->thread_count; i++) {
    const sett_station *s = station (i);
    if (s->alive && (s->process != engine.process || engine.is_resting) &&
        can_go_on (s))
      sett_threads_add (&mask, i);
  }
  return mask;
}

static int is_told_by_world (const sett_station *s) {
  return s->process == engine.process && !s->lost && !engine.is_resting;
}

void sett_processes_log_pending (void) {
  sett_log *log = conduct->log;
  log->thread_count = conduct->thread_count;
  for (unsigned i = 0; i < conduct->thread_count; i++) {
    const sett_station *s = station (i);
    if (!s->alive || is_told_by_world (s) ||
        log->effect_count + s->event.effects > log->effect_room)
      continue;
    sett_threads_add (&log->alive, i);
    if (!log->stopped && can_go_on (s))
      sett_threads_add (&log->enabled, i);
    log->pending[i] = s->event;
    SETT_ASSERT (s->event.thread == i);
    log->pending[i].first = log->effect_count;
    for (unsigned k = 0; k < s->event.effects; k++) {
      sett_effect *e = &log->effects[log->effect_count++];
      *e = s->effects[k];
      if (e->kind == SETT_EFFECT_AWAIT && !s->lost)
        e->changed |= has_changed (s, k) != 0;
    }
  }
}

/*------------------------------------------------------------------------*/
/* Handing over. */

static void hand_over (unsigned process) {
  world->thread_count = conduct->thread_count;
  tell_threads ();
  if (UNLIKELY (engine.stateful))
    sett_state_tell ();
  give_turn (process);
}

static uint64_t present; /* the execution that this process is in */

int sett_processes_is_new (void) {
  return present != conduct->execution;
}

/* A thread of the process goes on, unless the execution is over. */
static void wait_for_turn (void) {
  sett_processes_wait ();
  if (!sett_processes_is_new () && conduct->chosen == SETT_CHOSEN_NOBODY)
    sett_waiters_return (); /* so that the log says what they can do */
  if (sett_processes_is_new () || conduct->chosen == SETT_CHOSEN_NOBODY)
    sett_engine_take_over ();
}

sett_thread *sett_processes_chosen (void) {
  SETT_ASSERT (conduct->chosen < conduct->thread_count);
  present = conduct->execution;
  engine.active = 1;
  if (world->thread_count < conduct->thread_count)
    world->thread_count = conduct->thread_count;
  sett_waiters_return ();
  return &world->threads[conduct->chosen];
}

sett_thread *sett_processes_pass (unsigned thread, sett_thread_set enabled) {
  SETT_ASSERT (sett_threads_have (enabled, thread));
  conduct->chosen = (uint16_t)thread;
  conduct->enabled = enabled;
  hand_over (station (thread)->process);
  wait_for_turn ();
  return sett_processes_chosen ();
}

void sett_processes_end (void) {
  conduct->chosen = SETT_CHOSEN_NOBODY;
  world->thread_count = conduct->thread_count;
  tell_threads ();
  give_turn_to_leader ();
}

/*------------------------------------------------------------------------*/
/* Beginnings. */

static sett_station *first_stations;
static sett_life *first_lives;

void sett_processes_start (void) {
  sett_shared *shared = engine.shared;
  conduct->thread_count = shared->initial_count;
  engine.active = 0;
  for (unsigned i = 1; i < shared->initial_count; i++) {
    conduct->chosen = (uint16_t)i;
    conduct->enabled = sett_threads_of (i);
    give_turn (i);
    sett_processes_wait ();
    if (conduct->chosen == SETT_CHOSEN_NOBODY)
      sett_end (conduct->ending); /* it did not come that far */
  }
  const size_t size = shared->initial_count * sizeof *first_stations;
  first_stations = memcpy (sett_alloc (size), shared->stations, size);
  for (unsigned i = 1; i < shared->initial_count; i++)
    memcpy (shared->members[i].first_digest, shared->members[i].digest,
            sizeof shared->members[i].digest);
  const size_t lives = shared->initial_count * sizeof *first_lives;
  first_lives = memcpy (sett_alloc (lives), os_model->lives, lives);
  upcalls.regions_snapshot ();
  engine.active = 1;
}

void sett_processes_started (void) {
  tell_threads ();
  if (UNLIKELY (engine.stateful))
    sett_state_tell ();
  give_turn_to_leader ();
}

static void end_machine (int *machine, long group) {
  if (*machine && sett_raw (SYS_getpgid, *machine) == group)
    sett_raw (SYS_kill, *machine, SIGKILL);
  *machine = 0;
}

/* What the last execution made goes with it. */
static void end_machines (void) {
  const sett_shared *shared = engine.shared;
  const long group = sett_raw (SYS_getpgid, 0);
  for (unsigned i = 0; i < shared->member_count; i++) {
    sett_member *m = member (i);
    int *machine = &m->machine[i < shared->initial_count];
    end_machine (&m->former, group);
    end_machine (machine, group);
    m->seat = 0;
    m->ticket = 0;
  }
}

/* Those of the beginning have their seats for good; the others begin to wait
   when they are born. */
uint32_t sett_processes_enrol (unsigned process, unsigned seat) {
  SETT_ASSERT (seat < sizeof member (process)->seats /
                          sizeof *member (process)->seats);
  sett_member *m = member (process);
  m->seat = (uint8_t)seat;
  m->ticket = ++engine.shared->tickets;
  m->seats[seat].turn = m->seats[seat].sleeps = 0;
  return m->ticket;
}

void sett_processes_expect (const sett_thread *t, unsigned process) {
  sett_station *s = station (t->number);
  *s = (sett_station){.process = (uint8_t)process, .alive = 1, .ready = 1};
  s->event = (sett_event){.place = t->place,
                          .thread = t->number,
                          .operation = t->operation,
                          .alternatives = 1,
                          .cause = t->cause};
  if (member (process)->habits & SETT_HABIT_DIES_EARLY)
    add_effect (s, life_object (process), SETT_EFFECT_LIVE, 0, 0);
  if (member (process)->habits & SETT_HABIT_SIGNALLED)
    add_effect (s, &os_model->lives[process].signals, SETT_EFFECT_LOAD, 0, 0);
  if (t->number >= conduct->thread_count)
    conduct->thread_count = t->number + 1;
}

void sett_processes_begin (void) {
  sett_shared *shared = engine.shared;
  sett_processors_choose ();
  sett_races_begin_shared ();
  present = conduct->execution;
  end_machines ();
  if (!first_stations)
    return;
  upcalls.regions_empty ();
  sett_os_model_empty ();
  upcalls.regions_restore ();
  memcpy (os_model->lives, first_lives,
          shared->initial_count * sizeof *first_lives);
  for (unsigned i = 1; i < conduct->thread_count; i++)
    station (i)->alive = 0;
  conduct->thread_count = shared->initial_count;
  memcpy (shared->stations, first_stations,
          shared->initial_count * sizeof *first_stations);
  for (unsigned i = 1; i < shared->member_count; i++)
    memcpy (shared->members[i].digest, shared->members[i].first_digest,
            sizeof shared->members[i].digest);
}

/*------------------------------------------------------------------------*/
/* Ends. */

void sett_processes_live (void) {
  const sett_operation operation = sett_current_event ()->operation;
  if (engine.dies_early && operation != SETT_DO_EXIT &&
      operation != SETT_DO_CRASH)
    sett_affect (life_object (engine.process), SETT_EFFECT_LIVE, 0);
}

int sett_processes_others_run (void) {
  if (!sett_threads_only (world->alive, world->current))
    return 1;
  for (uint32_t i = 0; i < world->thread_count; i++)
    if (world->threads[i].done && !world->threads[i].joined)
      return 1;
  return 0;
}

/* Threads that it takes with it could have gone first: they are about to do
   what they were, and cannot. */
static void leave_threads (void) {
  const unsigned self = world->current;
  if (sett_processes_others_run ()) /* which it takes with it */
    sett_know_dies_early (engine.process);
  tell_threads ();
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    sett_station *s = station (sett_threads_first (rest));
    s->ready = s->words = s->rests = s->blocked = s->guard = 0;
    s->takes = 0;
    s->alive = s->event.thread != self;
    if (s->alive)
      s->lost = 1;
  }
}

void sett_processes_die (int status) {
  sett_life *life = &os_model->lives[engine.process];
  sett_affect (life_object (engine.process), SETT_EFFECT_DIE, 0);
  sett_races_end_process ();
  upcalls.process_ends ();
  life->ended = 1;
  life->status = status;
  sett_children_end ();
  leave_threads ();
  world->alive = SETT_NO_THREADS;
  if (UNLIKELY (engine.narrating))
    narrator->threads ();
}

void sett_processes_exit (int status) {
  sett_processes_die (status);
  sett_schedule_away ();
}

/* A mask of processes that have a thread at rest. */
static uint64_t processes_at_rest (void) {
  uint64_t mask = 0;
  for (unsigned i = 0; i < conduct->thread_count; i++)
    if (station (i)->alive && station (i)->rests)
      mask |= (uint64_t)1 << station (i)->process;
  return mask;
}

/* Other threads of a process at rest may wait, too, but not for locks. */
static int may_wait (const sett_station *s, uint64_t at_rest) {
  return s->lost || (at_rest >> s->process & 1 && !s->blocked);
}

sett_thread_set sett_processes_waiting (void) {
  sett_thread_set mask = SETT_NO_THREADS;
  tell_threads ();
  const uint64_t at_rest = processes_at_rest ();
  for (unsigned i = 0; i < conduct->thread_count; i++) {
    const sett_station *s = station (i);
    if (s->alive && !may_wait (s, at_rest) &&
        s->event.operation != SETT_DO_JOIN)
      sett_threads_add (&mask, i);
  }
  return mask;
}

sett_standstill sett_processes_standstill (void) {
  sett_standstill result = {0, 0};
  tell_threads ();
  const uint64_t at_rest = processes_at_rest ();
  for (unsigned i = 0; i < conduct->thread_count; i++) {
    const sett_station *s = station (i);
    if (!s->alive || may_wait (s, at_rest))
      continue;
    result.blocked++;
    result.spinning += s->blocked && s->event.operation == SETT_DO_AWAIT;
  }
  return result;
}

/* Who would wait for somebody to come for ever, though others were there. */
static void note_who_rests (void) {
  const uint64_t at_rest = processes_at_rest ();
  char text[sizeof ((sett_note *)0)->text];
  for (unsigned i = 0; i < engine.shared->member_count; i++)
    if (at_rest >> i & 1) {
      snprintf (
          text, sizeof text,
          "%s is idle at the end: nobody comes any more (--must-end objects)",
          engine.shared->members[i].name);
      sett_note_add (SETT_NOTE_RESTS, 0, text);
    }
}

static int somebody_came (void) {
  for (unsigned i = 0; i < engine.shared->member_count; i++)
    if (os_model->lives[i].ended)
      return 1;
  for (uint32_t i = 0; i < engine.log->count; i++)
    if (engine.log->events[i].operation == SETT_DO_ACCEPT ||
        engine.log->events[i].operation == SETT_DO_RECEIVE_FROM)
      return 1;
  return 0;
}

void sett_processes_note_idle (void) {
  if (somebody_came ())
    note_who_rests ();
  else
    sett_note_add (0, 0,
                   "all processes wait for others to come, and nobody does");
}
