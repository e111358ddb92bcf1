/* Who goes next, by the plan and then by its policy: see kernel/runner.h.

   Every controlled thread stands before a visible operation, is blocked, or is
   done; the one that has just run decides.  A class initialiser is not
   interrupted: the virtual machine would let others wait for its end where
   nobody sees it. */

#include "java/agent/scheduler.h"

#include "base/assert.h"
#include "java/agent/guest.h"
#include "java/agent/jvm_upcalls.h"
#include "java/agent/object_numbers.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/statics.h"
#include "java/agent/whole_methods.h"
#include "kernel/object.h"

#include <stdarg.h>
#include <stdio.h>

enum { NOBODY = SETT_MOST_THREADS };

static sem_t engine_turn;

sett_event *sett_jevent (void) {
  SETT_ASSERT (world.log->count);
  return &world.log->events[world.log->count - 1];
}

static unsigned draw (void) {
  uint64_t *random =
      world.guest ? &world.shared->conduct.random : &world.random;
  *random = *random * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(*random >> 33);
}

static int is_enabled (const sett_jthread *t) {
  return !t->guard || t->guard (t);
}

/*------------------------------------------------------------------------*/
/* What threads were about to do at the end: before they are unwound. */

static void add_pending (sett_event *e, const sett_jthread *t) {
  sett_log *log = world.log;
  const int hopeless = t->waiting && !t->signalled && !t->timed;
  if (t->object_number && !hopeless && log->effect_count < log->effect_room) {
    log->effects[log->effect_count++] =
        (sett_effect){.object = t->object_number, .kind = (uint8_t)t->intent};
    e->effects++;
  }
  for (uint32_t i = 0;
       i < t->also_count && log->effect_count < log->effect_room; i++) {
    log->effects[log->effect_count++] =
        (sett_effect){.object = t->also[i], .kind = (uint8_t)t->intent};
    e->effects++;
  }
  if (world.multi && log->effect_count < log->effect_room) {
    log->effects[log->effect_count++] = (sett_effect){
        .object = sett_process_number (t->process), .kind = SETT_EFFECT_LIVE};
    e->effects++;
  }
}

/* To searches, and to nobody else (footprint.h). */
static uintptr_t place_of (const sett_jthread *t) {
  return t->whole.begins ? t->whole.place : t->place;
}

static void log_thread (const sett_jthread *t) {
  sett_log *log = world.log;
  sett_event *e = &log->pending[t->number];
  SETT_ASSERT (t->number < log->thread_count);
  *e = (sett_event){.place = place_of (t),
                    .first = log->effect_count,
                    .thread = (uint8_t)t->number,
                    .operation = t->operation,
                    .alternatives = 1,
                    .cause = t->cause};
  if (!log->stopped && sett_threads_have (world.alive, t->number) &&
      is_enabled (t))
    sett_threads_add (&log->enabled, t->number);
  add_pending (e, t);
  if (t->spreads || t->whole.depth)
    sett_threads_add (&log->spreading, t->number);
}

/* Did the last event end the execution, rather than the lack of others? */
static int was_stopped (void) {
  return world.ending == SETT_ASSUMED ||
         ((world.ending == SETT_ENDED || world.ending == SETT_VIOLATING) &&
          !world.stuck);
}

static void log_pending (void) {
  sett_log *log = world.log;
  log->ending = world.ending;
  log->stopped = was_stopped ();
  log->alive = sett_threads_or (world.alive, world.lost);
  log->enabled = log->spreading = SETT_NO_THREADS;
  log->thread_count = world.thread_count;
  for (sett_thread_set rest = log->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    log_thread (&world.threads[sett_threads_first (rest)]);
  if (!log->stopped)
    return;
  sett_threads_drop (&log->alive, sett_jevent ()->thread);
  log->enabled =
      sett_threads_and (sett_log_enabled (log, log->count - 1), log->alive);
}

/*------------------------------------------------------------------------*/
/* The end of an execution. */

void sett_jend (sett_ending how) {
  if (world.over)
    return;
  sett_jthread *last = &world.threads[world.current];
  if (last->compared)
    sett_jup->access_settle (last, 1);
  world.ending = how;
  if (world.guest) {
    sett_guest_end (how);
    return;
  }
  log_pending ();
  if (world.narrating)
    sett_jup->narrate_threads ();
  world.over = 1;
  for (unsigned i = 0; i < world.thread_count && !world.debugging; i++)
    if (world.threads[i].object)
      sem_post (&world.threads[i].turn);
  if (world.debugging)
    sem_post (&engine_turn);
}

void sett_jschedule_wait (void) {
  while (sem_wait (&engine_turn))
    ;
}

void sett_jfail (JNIEnv *env, sett_violation_kind violation, uintptr_t place,
                 const char *format, ...) {
  va_list arguments;
  if (world.over)
    return;
  world.violation = violation;
  world.violation_thread = (int)world.current;
  world.violation_place = place;
  va_start (arguments, format);
  vsnprintf (world.message, sizeof world.message, format, arguments);
  va_end (arguments);
  if (world.narrating)
    sett_jup->narrate_violation (env, place);
  sett_jend (SETT_VIOLATING);
}

void sett_jlearn (uint64_t fact) {
  if (sett_promoted_has (fact))
    return;
  sett_promoted_add (fact);
  SETT_ASSERT (sett_promoted_has (fact));
  if (world.warming)
    return;
  world.anew = 1;
  sett_jend (SETT_CUT);
}

/* Busy waiting is to blame, if there is any among those who have to end. */
static unsigned spinning_threads (void) {
  unsigned count = 0;
  SETT_EACH_THREAD (i, world.alive)
  count += !world.threads[i].daemon &&
           sett_jup->round_is_in_vain (&world.threads[i]);
  return count;
}

static void end_stuck (void) {
  const unsigned blocked = sett_jup->processes_blocked ();
  const unsigned spinning = spinning_threads ();
  world.stuck = 1;
  world.blocked = blocked;
  if (!blocked)
    sett_jup->processes_note_idle ();
  if (!blocked || !world.shared->orders.deadlocks)
    sett_jend (SETT_ENDED);
  else if (spinning)
    sett_jfail (NULL, SETT_VIOLATION_LIVELOCK, 0,
                "%s on a condition that cannot change",
                spinning > 1 ? "threads spin" : "a thread spins");
  else
    sett_jfail (NULL, SETT_VIOLATION_DEADLOCK, 0,
                blocked > 1 ? "%u threads are blocked forever"
                            : "a thread is blocked forever",
                blocked);
}

/*------------------------------------------------------------------------*/
/* The log. */

static void begin_event (sett_jthread *t, sett_thread_set enabled) {
  sett_log *log = world.log;
  SETT_ASSERT (log->count < log->room);
  SETT_ASSERT (sett_threads_have (enabled, t->number));
  SETT_ASSERT (is_enabled (t) || sett_jup->round_is_in_vain (t));
  SETT_ASSERT (t->alive && !t->done);
  sett_log_put_far (log, log->count, &enabled);
  log->events[log->count++] = (sett_event){.near_enabled = enabled.words[0],
                                           .place = place_of (t),
                                           .first = log->effect_count,
                                           .thread = (uint8_t)t->number,
                                           .operation = t->operation,
                                           .alternatives = 1,
                                           .cause = t->cause};
  t->cause = SETT_NO_CAUSE;
  t->steps++;
  if (world.narrating)
    sett_jup->narrate_event (t);
  t->naming = 0;
  if (world.multi && t->operation != SETT_DO_EXIT &&
      t->operation != SETT_DO_CRASH)
    sett_jaffect (sett_process_number (t->process), SETT_EFFECT_LIVE, 0);
}

static void add_effect (uint32_t object, sett_effect_kind kind, uint64_t before,
                        uint64_t wanted, int internal) {
  sett_log *log = world.log;
  if (world.over)
    return;
  if (log->effect_count == log->effect_room ||
      sett_jevent ()->effects == UINT16_MAX) {
    sett_jend (SETT_CUT);
    return;
  }
  log->effects[log->effect_count++] =
      (sett_effect){.before = before,
                    .wanted = wanted,
                    .object = object,
                    .kind = (uint8_t)kind,
                    .internal = (uint8_t)internal};
  sett_jevent ()->effects++;
}

void sett_jaffect (uint32_t object, sett_effect_kind kind, uint64_t before) {
  add_effect (object, kind, before, 0, 0);
}

void sett_jaffect_wanting (uint32_t object, sett_effect_kind kind,
                           uint64_t before, uint64_t wanted) {
  add_effect (object, kind, before, wanted, 0);
}

void sett_jaffect_await (uint32_t object, int ready) {
  const uint32_t count = world.log->effect_count;
  add_effect (object, SETT_EFFECT_AWAIT, 0, 0, 0);
  if (world.log->effect_count > count)
    world.log->effects[count].changed = ready != 0;
}

void sett_jaffect_inside (uint32_t object, sett_effect_kind kind,
                          uint64_t before) {
  add_effect (object, kind, before, 0, 1);
}

static unsigned alternative (unsigned count, unsigned rarity) {
  sett_event *e = sett_jevent ();
  const uint32_t now = sett_jnow (), unit = e->alternatives;
  unsigned choice = 0;
  SETT_ASSERT (count && e->alternative < unit);
  if (unit * count > UINT16_MAX) {
    sett_jend (SETT_CUT);
    return 0;
  }
  if (now < world.plan->length)
    choice = world.plan->choices[now].alternative / unit % count;
  else if (world.plan->policy != SETT_STAY)
    choice = rarity > 1 && draw () % rarity ? 0 : draw () % count;
  e->alternative = (uint16_t)(e->alternative + choice * unit);
  e->alternatives = (uint16_t)(unit * count);
  return choice;
}

unsigned sett_jalternative (unsigned count) {
  return alternative (count, 1);
}

/* How rarely?  That depends on how long the execution is; some of all. */
unsigned sett_jalternative_rarely (unsigned count) {
  return alternative (count, 1u << 2 * (world.plan->seed % 3));
}

/*------------------------------------------------------------------------*/
/* Sleepers: from a certain event on; those that an event wakes are none. */

static void update_sleepers (void) {
  const sett_event *e = world.log->count ? sett_jevent () : NULL;
  world.asleep =
      sett_plan_asleep (world.plan, world.log->count, e,
                        e ? &world.log->effects[e->first] : NULL, world.asleep);
}

/*------------------------------------------------------------------------*/
/* The choice. */

static sett_thread_set enabled_threads (void) {
  sett_thread_set mask = SETT_NO_THREADS;
  for (sett_thread_set rest = world.alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const unsigned i = sett_threads_first (rest);
    if (is_enabled (&world.threads[i]))
      sett_threads_add (&mask, i);
  }
  return mask;
}

/* The end of the program only when nothing else is possible. */
static sett_thread_set without_ends (sett_thread_set mask) {
  sett_thread_set kept = mask;
  for (sett_thread_set rest = mask; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const unsigned i = sett_threads_first (rest);
    if (world.threads[i].operation == SETT_DO_END)
      sett_threads_drop (&kept, i);
  }
  return sett_threads_any (kept) ? kept : mask;
}

/* A thread that goes on for ever must not hide what others do. */
static unsigned stay (sett_thread_set mask) {
  enum { ROUND = 128 };
  const uint32_t count = world.log->count;
  mask = without_ends (mask);
  if (count % ROUND == ROUND - 1 || count > world.plan->most_events / 2) {
    const sett_thread_set later = sett_threads_above (mask, world.current);
    return sett_threads_first (sett_threads_any (later) ? later : mask);
  }
  return sett_threads_have (mask, world.current) ? world.current
                                                 : sett_threads_first (mask);
}

static unsigned any (sett_thread_set mask) {
  const unsigned skip = draw () % sett_threads_count (mask);
  return sett_threads_first (sett_threads_after (mask, skip));
}

/* A thread that was demoted at the i-th change is below all others and above
   those that were demoted after it. */
static int priority_of (unsigned thread) {
  const sett_plan *plan = world.plan;
  int priority = 1 + plan->priority[thread];
  for (uint32_t k = 0; k < plan->change_count; k++) {
    const uint32_t at = plan->changes[k];
    if (at < world.log->count && world.log->events[at].thread == thread)
      priority = -(int)at;
  }
  return priority;
}

static unsigned highest (sett_thread_set mask) {
  unsigned best = sett_threads_first (mask);
  for (sett_thread_set rest = mask; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    if (priority_of (sett_threads_first (rest)) > priority_of (best))
      best = sett_threads_first (rest);
  return best;
}

static unsigned choose (sett_thread_set mask) {
  const sett_plan *plan = world.plan;
  if (world.log->count < plan->length) {
    const unsigned thread = plan->choices[world.log->count].thread;
    if (thread < SETT_MOST_THREADS && sett_threads_have (mask, thread))
      return thread;
    sett_jend (SETT_DEPARTED);
    return NOBODY;
  }
  mask = sett_threads_but (mask, world.asleep);
  if (!sett_threads_any (mask)) {
    sett_jend (SETT_ASLEEP);
    return NOBODY;
  }
  return plan->policy == SETT_ANY        ? any (mask)
         : plan->policy == SETT_PRIORITY ? highest (mask)
                                         : stay (mask);
}

/* Whose initialiser of a class runs: nobody else of the process may go.  If it
   has to wait for others of it, that is more than can be controlled. */
static sett_thread_set keep_initialiser (sett_thread_set mask) {
  for (sett_thread_set rest = world.alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_jthread *t = &world.threads[sett_threads_first (rest)];
    if (!t->initialising)
      continue;
    sett_thread_set others = sett_threads_and (mask, sett_fellows (t));
    sett_threads_drop (&others, t->number);
    if (!sett_threads_any (others))
      continue;
    if (sett_threads_have (mask, t->number)) {
      mask = sett_threads_but (mask, others);
      continue;
    }
    sett_jnote (1, t->place,
                "a class initialiser waits for other threads: not explored");
    sett_jend (SETT_CUT);
    return SETT_NO_THREADS;
  }
  return mask;
}

/* Who is in an atomic block goes on, if it can. */
static sett_thread_set keep_block (sett_thread_set mask) {
  const int one = world.in_atomic;
  return one >= 0 && sett_threads_have (mask, (unsigned)one)
             ? sett_threads_of ((unsigned)one)
             : mask;
}

/* The thread that goes next, with its event begun; NOBODY: the execution is
   over. */
static unsigned next_thread (void) {
  sett_thread_set mask = keep_initialiser (keep_block (enabled_threads ()));
  if (world.over)
    return NOBODY;
  update_sleepers ();
  if (!sett_threads_any (mask))
    mask = sett_jup->rounds_standstill ();
  if (world.over)
    return NOBODY;
  if (!sett_threads_any (mask)) {
    end_stuck ();
    return NOBODY;
  }
  const unsigned chosen = choose (mask);
  if (chosen == NOBODY)
    return NOBODY;
  if (world.log->count >= world.plan->most_events || world.shared->stop) {
    sett_jend (SETT_CUT);
    return NOBODY;
  }
  world.current = chosen;
  begin_event (&world.threads[chosen], mask);
  world.shared->beat++;
  return chosen;
}

/*------------------------------------------------------------------------*/

int sett_jvisible (JNIEnv *env, sett_jthread *t, sett_operation operation,
                   sett_thing *thing, uint32_t object, sett_effect_kind intent,
                   sett_jguard guard, uintptr_t place) {
  if (world.multi && !world.over &&
      sett_jup->crash_try (env, t, operation, place))
    return 0;
  if (t->sharing && operation != SETT_DO_RWUNLOCK)
    sett_jlearn (SETT_LEARNT_GATES);
  if (!world.over) {
    SETT_ASSERT (world.current == t->number); /* it has the turn */
    if (t->compared)                          /* it has thrown */
      sett_jup->access_settle (t, 1);
    sett_jup->note_initialiser (t, -1);
    sett_jup->round_meet (t, operation);
    t->operation = operation;
    t->thing = thing;
    t->object_number = object;
    t->intent = intent;
    t->guard = guard;
    t->place = place;
    if (world.narrating)
      sett_jup->narrate_about_to (env, t);
    if (world.in_atomic == (int)t->number && is_enabled (t))
      return 1; /* part of the event that the block is */
    if (sett_whole_goes_on (t, operation) && is_enabled (t)) {
      t->naming = 0;
      return 1;
    }
    if (world.guest)
      return sett_guest_visible (env, t);
    t->operation = sett_whole_operation (t);
    const unsigned next = next_thread ();
    if (next == t->number) {
      sett_whole_begun (t);
      return 1;
    }
    if (next != NOBODY)
      sem_post (&world.threads[next].turn);
    while (sem_wait (&t->turn))
      ;
    if (!world.over) {
      SETT_ASSERT (world.current == t->number);
      sett_statics_switch (env, t->process);
      sett_whole_begun (t);
    }
  }
  if (world.over)
    sett_junwind (env);
  return !world.over;
}

void sett_jschedule_away (sett_jthread *t) {
  if (world.guest) {
    sett_guest_leave (t);
    return;
  }
  const unsigned next = next_thread ();
  if (next != NOBODY)
    sem_post (&world.threads[next].turn);
}

void sett_jschedule_begin (void) {
  static int is_made;
  if (!is_made++)
    sem_init (&engine_turn, 0, 0);
  world.asleep = SETT_NO_THREADS;
  world.in_atomic = -1;
  world.blocks = NULL;
  world.random = world.plan->seed * 2 + 1;
  world.over = world.stuck = 0;
  world.blocked = 0;
  world.violation = SETT_VIOLATION_NONE;
  world.exit_status = 0;
  if (!world.guest)
    world.log->count = world.log->effect_count = 0;
  world.lost = SETT_NO_THREADS;
  world.current = 0;
}

/* All processes have begun when it is chosen. */
sett_jthread *sett_jschedule_first (void) {
  const unsigned next = next_thread ();
  return next == NOBODY ? NULL : &world.threads[next];
}
