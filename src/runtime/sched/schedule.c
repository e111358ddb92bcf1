/* Who goes next.

   Every thread stands before a visible operation, is blocked, or is done; the
   one that has just run calls here before its next visible operation.  The
   decision is the plan's as far as its prefix goes, then the policy's; sleepers
   are left out.  It is made on the stack of the thread that stops, so that a
   thread that may go on does so without any switch. */

#include "runtime/sched/schedule.h"

#include "base/assert.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/modules.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/narrator.h"
#include "runtime/core/os_model.h"
#include "runtime/race/bounds.h"
#include "runtime/sched/crash_budget.h"
#include "runtime/sched/finish.h"
#include "runtime/sched/state_graph.h"
#include "runtime/sched/kill.h"
#include "runtime/race/owners.h"
#include "runtime/race/races.h"
#include "runtime/sched/state.h"
#include "runtime/sched/processes.h"
#include "runtime/core/turns.h"
#include "kernel/object.h"
#include "stateless/local_reduction.h"
#include "runtime/sched/spin.h"
#include "runtime/undo/pages.h"

void sett_schedule_begin_all (void) {
  conduct->asleep = SETT_NO_THREADS;
  conduct->random = engine.plan->seed * 2 + 1;
}

void sett_schedule_begin (void) {
  engine.sampling = 0;
  sett_own.wrote = 0;
  sett_owners_change ();
  if (engine.composed != engine.plan->composed)
    sett_owners_reconsider ();
  engine.composed = engine.plan->composed;
  sett_vain_begin ();
}

static unsigned draw (void) {
  conduct->random =
      conduct->random * 6364136223846793005ul + 1442695040888963407ul;
  return (unsigned)(conduct->random >> 33);
}

/*------------------------------------------------------------------------*/
/* The log. */

/* The event of a thread that takes a signal, whatever it is about to do: that
   is still to come. */
static void take_signal (sett_thread *t, sett_event *e) {
  const sett_operation operation = t->operation;
  t->takes = 1;
  t->was_blocked = t->guard && !t->guard (t);
  if (t->was_blocked)
    sett_pending_displaced (t);
  e->operation = sett_kill_is_deadly (t) ? SETT_DO_EXIT : SETT_DO_HANDLE;
  e->cause =
      t->was_blocked ? os_model->signalled_by[engine.process] : SETT_NO_CAUSE;
  t->operation = e->operation;
  if (UNLIKELY (engine.narrating))
    narrator->event (t);
  t->operation = operation;
}

/* Whether it was blocked makes a difference. */
static void look_at_guard (const sett_thread *t) {
  if (t->operation == SETT_DO_AWAIT)
    for (uint32_t i = 0; i < t->spin.count && i < SETT_MOST_GLANCES; i++) {
      const sett_glance *g = &sett_glances_of (t)[i];
      if (sett_is_common (g->object))
        sett_affect (g->object, SETT_EFFECT_LOAD, g->value);
    }
  else if (t->has_object && t->intent == SETT_EFFECT_TAKE)
    sett_affect (t->object, SETT_EFFECT_ASK, *(const unsigned *)t->object);
  else if (t->has_object && sett_is_common (t->object))
    sett_affect (t->object, SETT_EFFECT_LOAD, *(const uint64_t *)t->object);
}

/* A process that gets signals looks for them all the time. */
static void look_for_signals (const sett_thread *t) {
  const uint64_t *signals = &os_model->lives[engine.process].signals;
  sett_affect (signals, t->takes ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD,
               *signals);
  if (t->takes && t->breaks)
    look_at_guard (t);
}

/* Are all threads in the first word of a set?  Most often they are, and then
   the compiler is shown what follows with the others empty. */
static inline int is_narrow (void) {
  return (int)LIKELY (engine.most_threads == SETT_USUAL_THREADS);
}

static inline sett_thread_set fit (sett_thread_set s, int narrow) {
  const sett_thread_set first = {{s.words[0]}};
  return narrow ? first : s;
}

/* What the system's libraries have in their variables: by the pages that were
   written since the snapshot. */
static void add_library (uintptr_t page, const char *then, void *sum) {
  if (UNLIKELY (sett_modules_library (page, SETT_PAGE)))
    *(uint64_t *)sum += sett_modules_change (page, then, SETT_PAGE);
}

static uint64_t libraries (void) {
  uint64_t sum = 0;
  sett_pages_each (add_library, &sum);
  return sum;
}

/* When a composed transition began. */
static uint64_t libraries_before;

/* What few programs and searches have to do with it. */
static __attribute__ ((noinline)) void attend_event (sett_thread *t,
                                                     sett_event *e) {
  if (engine.log->states)
    engine.log->states[engine.log->count] = SETT_NO_STATE;
  if (engine.composed)
    libraries_before = libraries ();
  if (engine.signalled && sett_kill_due (t))
    take_signal (t, e);
  else {
    t->cause = SETT_NO_CAUSE;
    if (engine.narrating)
      narrator->event (t);
  }
  if (engine.signalled)
    look_for_signals (t);
  if (engine.copied && e->operation != SETT_DO_FORK)
    sett_affect (&world->thread_count, SETT_EFFECT_LOAD, 0);
  if (engine.dies_early && engine.multi)
    sett_processes_live ();
}

static ALWAYS_INLINE void begin_event (sett_thread *t, uint64_t near_enabled) {
  sett_log *log = engine.log;
  if (UNLIKELY (t->vain.waits))
    sett_vain_go_on (t);
  sett_event *e = &log->events[log->count++];
  *e = (sett_event){.near_enabled = near_enabled,
                    .place = t->place,
                    .first = log->effect_count,
                    .thread = t->number,
                    .operation = t->operation,
                    .alternatives = 1,
                    .cause = t->cause};
  if (UNLIKELY (log->states ||
                (engine.composed | engine.signalled | engine.narrating |
                 engine.copied | engine.dies_early)))
    attend_event (t, e);
  else
    t->cause = SETT_NO_CAUSE;
}

static inline void open_event (sett_thread *t, const sett_thread_set *enabled) {
  if (UNLIKELY (engine.log->count >= engine.plan->most_events ||
                engine.shared->stop))
    sett_end (SETT_CUT);
  if (!is_narrow ())
    sett_log_put_far (engine.log, engine.log->count, enabled);
  begin_event (t, enabled->words[0]);
}

/* The engine does it: there is nothing yet that could end. */
void sett_schedule_first (void) {
  const sett_thread_set alone = sett_threads_of (world->current);
  sett_log_put_far (engine.log, engine.log->count, &alone);
  begin_event (sett_self (), alone.words[0]);
}

static inline void put_effect (const void *object, sett_effect_kind kind,
                               uint64_t before, int internal) {
  sett_log *log = engine.log;
  SETT_ASSERT_SLOW (log->count && kind < SETT_EFFECTS);
  if (UNLIKELY (world->bounded || engine.inferring))
    sett_bounds_affect (object, kind, internal);
  if (UNLIKELY (log->effect_count == log->effect_room ||
                sett_current_event ()->effects == UINT16_MAX))
    sett_end (SETT_CUT);
  log->effects[log->effect_count++] =
      (sett_effect){.before = before,
                    .object = sett_object_number (object),
                    .kind = kind,
                    .internal = internal != 0};
  sett_current_event ()->effects++;
  if (UNLIKELY (engine.narrating))
    narrator->effect (object, kind);
  if (UNLIKELY (engine.multi))
    sett_crash_expose (object, kind);
}

/* States: where the effect lies in the log must not get into later frames. */
static __attribute__ ((noinline)) void put_effect_apart (const void *object,
                                                         sett_effect_kind kind,
                                                         uint64_t before,
                                                         int internal) {
  put_effect (object, kind, before, internal);
}

static __attribute__ ((noinline)) void
put_effect_cleanly (const void *object, sett_effect_kind kind, uint64_t before,
                    int internal) {
  put_effect_apart (object, kind, before, internal);
  sett_state_clean ();
}

static inline void add_effect (const void *object, sett_effect_kind kind,
                               uint64_t before, int internal) {
  if (UNLIKELY (engine.stateful))
    put_effect_cleanly (object, kind, before, internal);
  else
    put_effect (object, kind, before, internal);
}

void sett_affect (const void *object, sett_effect_kind kind, uint64_t before) {
  add_effect (object, kind, before, 0);
}

void sett_affect_once (const void *object, sett_effect_kind kind,
                       uint64_t before) {
  const sett_effect *last =
      sett_current_event ()->effects
          ? &engine.log->effects[engine.log->effect_count - 1]
          : NULL;
  if (!last || last->object != sett_object_number (object) ||
      last->kind != kind || last->before != before || last->internal)
    add_effect (object, kind, before, 0);
}

void sett_affect_wanting (const void *object, sett_effect_kind kind,
                          uint64_t before, uint64_t wanted) {
  add_effect (object, kind, before, 0);
  engine.log->effects[engine.log->effect_count - 1].wanted = wanted;
}

/* Who gives a lock back within it has done more than effects say if libraries
   have changed what they keep (rand, getopt): then that is an event of its own.
 */
static void look_at_libraries (sett_effect_kind kind) {
  if (kind == SETT_EFFECT_RELEASE && libraries () != libraries_before)
    sett_know_releases ();
}

void sett_affect_inside (const void *object, sett_effect_kind kind,
                         uint64_t before) {
  if (UNLIKELY (engine.composed))
    look_at_libraries (kind);
  add_effect (object, kind, before, 1);
}

void sett_change_inside (const void *object) {
  if (UNLIKELY (engine.composed && engine.active))
    sett_affect_inside (object, SETT_EFFECT_CHANGE, 0);
}

/* An event can have several choices (in an atomic block): they are the digits
   of its alternative, the first one being the lowest. */
static unsigned alternative (unsigned count, unsigned rarity) {
  if (UNLIKELY (!engine.has_snapshot && count > 1))
    sett_engine_snapshot ();
  sett_event *e = sett_current_event ();
  const uint32_t now = sett_now ();
  const uint32_t unit = e->alternatives;
  SETT_ASSERT (unit); /* an event has one alternative at least */
  unsigned choice = 0;
  if (unit * count > UINT16_MAX)
    sett_end (SETT_CUT);
  if (now < engine.plan->length)
    choice = engine.plan->choices[now].alternative / unit % count;
  else if (engine.plan->policy != SETT_STAY && count > 1)
    choice = draw () % rarity ? 0 : draw () % count;
  e->alternative += (uint16_t)(choice * unit);
  e->alternatives = (uint16_t)(unit * count);
  if (UNLIKELY (engine.narrating))
    narrator->choice (choice, count);
  return choice;
}

unsigned sett_alternative (unsigned count) {
  return alternative (count, 1);
}

/* How rarely?  That depends on how long the execution is; some of all. */
unsigned sett_alternative_rarely (unsigned count) {
  return alternative (count, 1u << 2 * (engine.plan->seed % 3));
}

/*------------------------------------------------------------------------*/
/* Sleepers. */

/* The sleep set of the state before the event that comes. */
static void update_sleepers (void) {
  const uint32_t next = engine.log->count;
  const sett_event *e = next ? sett_current_event () : NULL;
  conduct->asleep = sett_plan_asleep (engine.plan, next, e,
                                      e ? &engine.log->effects[e->first] : NULL,
                                      conduct->asleep);
}

static ALWAYS_INLINE int has_sleepers (int narrow) {
  return engine.plan->sleep_count &&
         (engine.log->count == engine.plan->sleep_from ||
          sett_threads_any (fit (conduct->asleep, narrow)));
}

/*------------------------------------------------------------------------*/
/* The choice. */

static inline uint64_t enabled_in (unsigned word) {
  uint64_t found = 0;
  for (uint64_t rest = world->alive.words[word]; rest; rest &= rest - 1)
    if (sett_thread_enabled (
            &world->threads[64 * word + (unsigned)__builtin_ctzll (rest)]))
      found |= rest & -rest;
  return found;
}

static ALWAYS_INLINE sett_thread_set enabled_threads (int narrow) {
  sett_thread_set mask = {{enabled_in (0)}};
  if (!narrow)
    mask = (sett_thread_set){
        {mask.words[0], enabled_in (1), enabled_in (2), enabled_in (3)}};
  return UNLIKELY (engine.multi)
             ? sett_threads_or (mask, fit (sett_processes_enabled (), narrow))
             : mask;
}

static inline uint64_t ending_in (unsigned word, uint64_t mask) {
  uint64_t ending = 0;
  for (uint64_t rest = mask; rest; rest &= rest - 1) {
    const unsigned i = 64 * word + (unsigned)__builtin_ctzll (rest);
    if (world->threads[i].operation == SETT_DO_END && sett_processes_is_own (i))
      ending |= rest & -rest;
  }
  return ending;
}

static ALWAYS_INLINE sett_thread_set ending_threads (sett_thread_set mask,
                                                     int narrow) {
  const uint64_t first = ending_in (0, mask.words[0]);
  if (narrow)
    return (sett_thread_set){{first}};
  return (sett_thread_set){{first, ending_in (1, mask.words[1]),
                            ending_in (2, mask.words[2]),
                            ending_in (3, mask.words[3])}};
}

/* Where states are compared: who is likely to touch nothing, or nothing that
   others can get at, so that nobody else needs to go first (stateful.c). */
static sett_thread_set free_threads (sett_thread_set mask) {
  sett_thread_set found = SETT_NO_THREADS;
  for (mask = sett_threads_and (mask, world->alive); sett_threads_any (mask);
       mask = sett_threads_rest (mask)) {
    const unsigned i = sett_threads_first (mask);
    const sett_operation operation = world->threads[i].operation;
    if (operation == SETT_DO_START || operation == SETT_DO_CREATE ||
        operation == SETT_DO_JOIN || operation == SETT_DO_FINISH ||
        operation == SETT_DO_UNLOCK || operation == SETT_DO_RWUNLOCK)
      sett_threads_add (&found, i);
  }
  return found;
}

/* A thread that goes on for ever must not hide what others do: now and then it
   is their turn, and all the time when the end is near. */
static int is_others_turn (void) {
  enum { ROUND = 128 };
  const uint32_t count = engine.log->count;
  return count % ROUND == ROUND - 1 || count > engine.plan->most_events / 2;
}

static unsigned next_in_turn (sett_thread_set mask) {
  const sett_thread_set later = sett_threads_above (mask, world->current);
  return sett_threads_first (sett_threads_any (later) ? later : mask);
}

static ALWAYS_INLINE unsigned stay (sett_thread_set mask, int narrow) {
  if (sett_threads_many (mask)) {
    const sett_thread_set rest =
        sett_threads_but (mask, ending_threads (mask, narrow));
    mask = sett_threads_any (rest) ? rest : mask;
  }
  if (UNLIKELY (engine.stateful)) {
    const sett_thread_set free = fit (free_threads (mask), narrow);
    mask = sett_threads_any (free) ? free : mask;
  }
  if (UNLIKELY (is_others_turn ()))
    return next_in_turn (mask);
  if (sett_threads_have (mask, world->current))
    return world->current;
  /* Others cost a hand-over. */
  const sett_thread_set own =
      sett_threads_and (mask, fit (world->alive, narrow));
  return sett_threads_first (sett_threads_any (own) ? own : mask);
}

static ALWAYS_INLINE unsigned any (sett_thread_set mask, int narrow) {
  const unsigned skip = draw () % sett_threads_count (mask);
  uint64_t rest = mask.words[0];
  for (unsigned i = 0; narrow && i < skip; i++)
    rest &= rest - 1;
  if (narrow)
    return (unsigned)__builtin_ctzll (rest);
  return sett_threads_first (sett_threads_after (mask, skip));
}

static unsigned priority (sett_thread_set mask) {
  const sett_plan *plan = engine.plan;
  /* A thread that was demoted at the i-th change is below all others and
     above those that were demoted after it. */
  int best = -1;
  int best_priority = 0;
  for (sett_thread_set rest = mask; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const unsigned i = sett_threads_first (rest);
    int p = 1 + plan->priority[i];
    for (uint32_t k = 0; k < plan->change_count; k++) {
      const uint32_t at = plan->changes[k];
      if (at < engine.log->count && engine.log->events[at].thread == i)
        p = -(int)at;
    }
    if (best < 0 || p > best_priority) {
      best = (int)i;
      best_priority = p;
    }
  }
  return (unsigned)best;
}

static ALWAYS_INLINE unsigned choose (sett_thread_set mask, int narrow) {
  const sett_plan *plan = engine.plan;
  const uint32_t next = engine.log->count;
  if (next < plan->length) {
    const unsigned thread = plan->choices[next].thread;
    if (thread >= SETT_MOST_THREADS || !sett_threads_have (mask, thread))
      sett_end (SETT_DEPARTED);
    return thread;
  }
  if (plan->sleep_count)
    mask = sett_threads_but (mask, fit (conduct->asleep, narrow));
  if (!sett_threads_any (mask))
    sett_end (SETT_ASLEEP);
  switch (plan->policy) {
  case SETT_ANY:
    return any (mask, narrow);
  case SETT_PRIORITY:
    return priority (mask);
  default:
    return stay (mask, narrow);
  }
}

/* A thread of another process goes next.  Returns when one of this process
   does. */
static sett_thread *after_others (unsigned thread, sett_thread_set mask) {
  sett_thread *t = sett_processes_pass (thread, mask);
  open_event (t, &conduct->enabled);
  return t;
}

/* A process that follows has come to its first visible operation.  Goes on from
   here in every execution. */
static sett_thread *arrive (void) {
  sett_engine_snapshot ();
  sett_thread *t = sett_processes_chosen ();
  open_event (t, &conduct->enabled);
  return t;
}

void sett_schedule_born (void) {
  open_event (sett_processes_chosen (), &conduct->enabled);
  sett_owners_reconsider (); /* the parent looked at other memory */
}

/*------------------------------------------------------------------------*/
/* Ends the execution in a state that was met before.  The last event of the
   prefix is new: it leads from a state whose number the search has kept (in
   which it does not look the same if other values are left in frames: to look
   it up would lose the edge, and with it what leads out of a component). Before
   the snapshot nobody knows which memory has changed, and there is nothing to
   choose. */
static void compare_states (sett_thread_set mask) {
  const sett_plan *plan = engine.plan;
  const uint32_t count = engine.log->count;
  if (!engine.has_snapshot)
    return;
  if (os_model->became) { /* of the memory of such a program nothing is known */
    sett_state_graph_leave ();
    return;
  }
  if (count + 1 == plan->length && plan->state != SETT_NO_STATE)
    conduct->state = plan->state;
  if (count < plan->length)
    return;
  const int is_new = sett_state_enter (mask);
  engine.log->states[count] = conduct->state;
  if (!is_new && sett_threads_any (mask))
    sett_end (SETT_MATCHED);
}

/* Threads of this process whose next operation is no other's business. */
static sett_thread_set local_threads (void) {
  sett_thread_set local = SETT_NO_THREADS;
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_thread *t = &world->threads[sett_threads_first (rest)];
    if (sett_operation_has (t->operation, SETT_TRAIT_LOCAL) &&
        (!t->has_object || !sett_is_common (t->object)))
      sett_threads_add (&local, t->number);
  }
  return local;
}

/* Apart: what is seldom needed has no place in the frames of threads. */
static __attribute__ ((noinline)) sett_thread_set
local_mask (sett_thread_set mask) {
  const sett_local_view own = {world->alive, local_threads (),
                               engine.signalled};
  return sett_local_reduction (&own, mask);
}

/* Returns the thread that goes next, with its event opened. */
static ALWAYS_INLINE sett_thread *next_among (int narrow) {
  if (UNLIKELY (engine.multi && !engine.has_snapshot)) {
    if (engine.process)
      return arrive ();
    sett_engine_snapshot ();
  }
  sett_thread_set mask = enabled_threads (narrow);
  if (UNLIKELY (world->in_atomic >= 0 &&
                sett_threads_have (mask, (unsigned)world->in_atomic)))
    mask = fit (sett_threads_of ((unsigned)world->in_atomic), narrow);
  if (UNLIKELY (engine.multi) && sett_crash_budget_is_open ())
    mask = fit (sett_threads_of (world->current), narrow); /* it comes first */
  if (UNLIKELY (engine.plan->locally))
    mask = fit (local_mask (mask), narrow);
  if (UNLIKELY (!engine.has_snapshot && sett_threads_many (mask)))
    sett_engine_snapshot ();
  if (UNLIKELY (engine.log->count >= engine.checkpoint_from) &&
      sett_threads_many (mask))
    sett_engine_checkpoint ();
  if (has_sleepers (narrow))
    update_sleepers ();
  if (UNLIKELY (engine.stateful))
    compare_states (mask);
  if (UNLIKELY (!sett_threads_any (mask)) && engine.gives_up)
    mask = fit (sett_vain_standstill (), narrow);
  if (UNLIKELY (!sett_threads_any (mask)))
    sett_end_stuck ();
  if (UNLIKELY (engine.narrating && sett_threads_any (engine.shared->stuck) &&
                engine.log->count >= engine.plan->length))
    sett_state_graph_confirm (mask);
  const unsigned chosen = choose (mask, narrow);
  if (UNLIKELY (engine.multi && !sett_processes_is_own (chosen)))
    return after_others (chosen, mask);
  sett_thread *t = &world->threads[chosen];
  open_event (t, &mask);
  return t;
}

static __attribute__ ((noinline)) sett_thread *next_of_many (void) {
  return next_among (0);
}

static sett_thread *next_thread (void) {
  return is_narrow () ? next_among (1) : next_of_many ();
}

/* All registers that belong to the caller go to the stack, and how it computes
   with floating point (the control words, without what has happened so far);
   what is below is cleared afterwards, so that nothing stale gets into later
   frames. */
__asm__(".text\n"
        ".globl sett_visible_clean\n"
        ".hidden sett_visible_clean\n"
        ".type sett_visible_clean, @function\n"
        "sett_visible_clean:\n"
        "  push %rbp\n"
        "  push %rbx\n"
        "  push %r12\n"
        "  push %r13\n"
        "  push %r14\n"
        "  push %r15\n"
        "  push $0\n"
        "  stmxcsr (%rsp)\n"
        "  andl $-64, (%rsp)\n"
        "  fnstcw 4(%rsp)\n"
        "  mov %rsp, %r9\n"
        "  call sett_visible_at\n"
        "  call sett_vectors_clear\n"
        "  lea -4096(%rsp), %rdi\n"
        "  mov $512, %ecx\n"
        "  xor %eax, %eax\n"
        "  rep stosq\n"
        "  add $8, %rsp\n"
        "  pop %r15\n"
        "  pop %r14\n"
        "  pop %r13\n"
        "  pop %r12\n"
        "  pop %rbx\n"
        "  pop %rbp\n"
        "  ret\n"
        ".size sett_visible_clean, . - sett_visible_clean\n");

static inline void announce (sett_thread *t, sett_operation operation,
                             const void *object, sett_effect_kind intent,
                             sett_guard guard, uintptr_t place) {
  t->operation = operation;
  t->object = (void *)object;
  t->has_object = object != NULL;
  t->intent = intent;
  t->guard = guard;
  t->place = place;
  if (!t->vain.passing)
    sett_vain_end (t);
  t->vain.passing = 0;
  if (UNLIKELY (world->bounded || engine.inferring))
    sett_bounds_arrive (t);
  if (UNLIKELY (engine.narrating))
    narrator->about_to (t);
}

static inline void go_when_due (sett_thread *t) {
  if (sett_own.wrote) {
    sett_own.wrote = 0;
    sett_spin_changed_own (t);
  }
  sett_thread *next = next_thread ();
  if (next != t) {
    sett_world_turn (next->number);
    sett_owners_change ();
    sett_turn_to_thread (t, next);
  }
}

/* The event of a signal that comes later: nothing has happened. */
static void postpone_signal (void) {
  sett_event *e = sett_current_event ();
  const int lives = e->operation == SETT_DO_EXIT;
  e->operation = SETT_DO_HANDLE;
  if (lives && engine.dies_early)
    sett_processes_live ();
  if (UNLIKELY (engine.narrating))
    narrator->nothing ();
}

/* True: that is all, the operation is interrupted.  One that waits for changes
   has lost sight of what it looked at, and must look again.  If nobody can tell
   whether the thread waits already, the signal may have come just before. */
static int take_signals (sett_thread *t, int interruptible,
                         sett_guard would_wait) {
  const int waits = t->operation == SETT_DO_AWAIT;
  int interrupts =
      interruptible && (t->was_blocked || (would_wait && would_wait (t)));
  t->takes = 0;
  if (sett_kill_postpones (t)) {
    postpone_signal ();
    return 0;
  }
  if (interrupts && !waits && !sett_kill_is_deadly (t))
    interrupts = !sett_alternative (2);
  const sett_interruption how = sett_kill_take (t->place);
  t->interrupted = (uint8_t)(interrupts ? how : SETT_UNHARMED);
  return waits || interrupts;
}

void sett_schedule_signals (uintptr_t place) {
  sett_thread *t = sett_self ();
  while (t->overdue && sett_kill_due (t)) {
    t->breaks = 0;
    announce (t, SETT_DO_HANDLE, NULL, 0, NULL, place);
    go_when_due (t);
    if (t->takes)
      take_signals (t, 0, NULL);
  }
  t->overdue = 0;
}

void sett_object_used (const void *object, uintptr_t place) {
  if (sett_heap_has ((uintptr_t)object))
    sett_races_access (object, 1, SETT_MEMORY_READ | SETT_MEMORY_ATOMIC, place);
}

static inline void visible (sett_operation operation, const void *object,
                            sett_effect_kind intent, sett_guard guard,
                            uintptr_t place) {
  sett_thread *t = sett_self ();
  const uint8_t interruptible = t->interruptible;
  const sett_guard would_wait = t->patience;
  const void *const patient = t->patient;
  t->interruptible = t->interrupted = 0;
  t->patience = NULL;
  if (UNLIKELY (engine.multi) && sett_crash_possible ())
    upcalls.crash_try (operation, place);
  for (;;) {
    t->breaks = interruptible;
    announce (t, operation, object, intent, guard, place);
    /* An atomic block is one event, unless the thread has to wait inside. */
    if (UNLIKELY (world->in_atomic == t->number) && sett_thread_enabled (t))
      return;
    go_when_due (t);
    if (LIKELY (!t->takes))
      break;
    t->patient = patient; /* a handler may have waited, too */
    if (take_signals (t, interruptible, would_wait))
      return;
  }
  if (UNLIKELY (t->postponed | t->overdue))
    sett_kill_after_call (t);
  t->interrupted = 0;
  if (object && !sett_operation_has (operation, SETT_TRAIT_UNTOUCHED))
    sett_object_used (object, place);
}

void sett_visible_at (sett_operation, const void *, sett_effect_kind,
                      sett_guard, uintptr_t, void *sp)
    __attribute__ ((visibility ("hidden"), used));

void sett_visible_at (sett_operation operation, const void *object,
                      sett_effect_kind intent, sett_guard guard,
                      uintptr_t place, void *sp) {
  sett_self ()->user_sp = sp;
  visible (operation, object, intent, guard, place);
}

void sett_visible (sett_operation operation, const void *object,
                   sett_effect_kind intent, sett_guard guard, uintptr_t place) {
  if (UNLIKELY (engine.stateful))
    sett_visible_clean (operation, object, intent, guard, place);
  else
    visible (operation, object, intent, guard, place);
}

int sett_initialise (const void *object, uintptr_t place) {
  if (world->thread_count <= 1 && !sett_is_shared (object)) {
    sett_object_used (object, place);
    return 0;
  }
  sett_visible (SETT_DO_INIT, object, SETT_EFFECT_CHANGE, NULL, place);
  sett_affect (object, SETT_EFFECT_CHANGE, SETT_UNKNOWN_STATE);
  return 1;
}

int sett_visible_unless (sett_operation operation, const void *object,
                         sett_effect_kind intent, sett_guard guard,
                         uintptr_t place) {
  do {
    sett_self ()->interruptible = 1;
    sett_visible (operation, object, intent, guard, place);
  } while (UNLIKELY (sett_self ()->interrupted >= SETT_RESTARTED));
  return (int)UNLIKELY (sett_self ()->interrupted == SETT_INTERRUPTED);
}

int sett_visible_for_a_while (sett_operation operation, const void *object,
                              sett_effect_kind intent, sett_guard would_wait,
                              const void *what, uintptr_t place) {
  sett_thread *t = sett_self ();
  t->interruptible = 1;
  t->patience = would_wait;
  t->patient = what;
  sett_visible (operation, object, intent, NULL, place);
  return t->interrupted == SETT_UNHARMED ? 0 : t->interrupted;
}

/* One process of several takes it at a visible operation. */
void sett_schedule_snapshot (uintptr_t place) {
  if (engine.multi)
    sett_visible (SETT_DO_START, NULL, 0, NULL, place);
  else
    sett_engine_snapshot ();
}

void sett_schedule_away (void) {
  sett_thread *t = sett_self ();
  sett_own.wrote = 0;
  sett_thread *next = next_thread ();
  sett_world_turn (next->number);
  sett_owners_change ();
  sett_turn_to_thread (t, next);
  __builtin_trap ();
}
