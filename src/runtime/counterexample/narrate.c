/* Telling what happened in a replay: see narrate.h. */

#include "runtime/counterexample/narrate.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/counterexample/os_names.h"
#include "runtime/core/os_model.h"
#include "runtime/sync/guards.h"
#include "runtime/sched/kill.h"
#include "runtime/ipc/mailbox.h"
#include "runtime/core/knowledge.h"
#include "runtime/sync/mutex.h"
#include "runtime/files/output.h"
#include "runtime/core/os_process.h"
#include "runtime/process/stand_in.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/backtrace.h"
#include "runtime/sched/processes.h"
#include "runtime/counterexample/narration.h"
#include "runtime/counterexample/values.h"

#include <string.h>

/*------------------------------------------------------------------------*/

static sett_narration *narration (void) {
  return sett_tale_get ();
}

static uint32_t tell_held (const sett_thread *t, sett_address_info *locks,
                           sett_backtrace *stacks, uint8_t *shared,
                           size_t most) {
  uint32_t n = 0;
  const sett_held *held = sett_held_of (t);
  for (; n < t->held_count && n < most; n++) {
    locks[n] = sett_tale_locate (held[n].lock);
    if (stacks)
      stacks[n] = sett_backtrace_of (held[n].place);
    if (shared)
      shared[n] = held[n].shared;
  }
  return n;
}

static const sett_testimony *testify (uintptr_t granule, unsigned how) {
  static uint32_t count;
  sett_values_settle ();
  if (count++ > 100000)
    return NULL;
  sett_testimony *t = sett_zalloc (1, sizeof *t);
  t->told = (uint32_t)narration ()->steps.count;
  sett_backtrace_walk (&t->stack, sett_self (),
                       (uintptr_t)__builtin_frame_address (0));
  t->held_count = tell_held (sett_self (), t->held, NULL, NULL,
                             sizeof t->held / sizeof *t->held);
  sett_values_note (t, granule, how);
  return t;
}

/*------------------------------------------------------------------------*/
/* The tale. */

/* What people know the object by: a futex's queue is its word. */
static const void *object_of (const sett_thread *t) {
  if (!t->has_object)
    return NULL;
  const int is_queue = t->operation == SETT_DO_FUTEX_WAKE ||
                       t->operation == SETT_DO_FUTEX_RETURN;
  return (const char *)t->object - is_queue;
}

static void tell_about_to (sett_thread *t) {
  SETT_ASSERT (t->number < engine.most_threads);
  const sett_errand *e = sett_stand_in_errand (t->number);
  sett_values_settle ();
  if (e)
    narration ()->about_to[t->number] = e->stack;
  else
    sett_backtrace_unwind (&narration ()->about_to[t->number]);
}

static sett_counterexample_step *
add_step (unsigned thread, sett_operation operation, const void *object) {
  sett_counterexample_step *s = SETT_PUSH_SLOT (narration ()->steps);
  *s = (sett_counterexample_step){.thread = (uint8_t)thread,
                                  .operation = operation,
                                  .alternatives = 1,
                                  .event = engine.log->count - 1,
                                  .partner = -1,
                                  .object = sett_tale_locate (object)};
  if (engine.stands_in)
    sett_stand_in_told (s, narration ()->steps.count);
  return s;
}

/* What the agent of a Java program says instead. */
static void tell_errand (sett_counterexample_step *s, const sett_errand *e) {
  const sett_counterexample_step own = *s;
  *s = e->step;
  s->thread = own.thread;
  s->event = own.event;
  s->alternatives = 1;
}

static int is_outside (const void *object) {
  return (uintptr_t)object - SETT_OS_PROCESS_ADDRESS < SETT_OS_PROCESS_SIZE;
}

/* To wait for a word is to wait for what it stands for: in the OS model, or a
   signal. */
static sett_operation told_operation (const sett_thread *t) {
  const sett_operation operation = t->operation;
  if (operation == SETT_DO_SIGNAL && !t->has_object)
    return SETT_DO_KILL;
  if (t->vain.waits && !sett_thread_enabled (t))
    return SETT_DO_AWAIT;
  if (operation != SETT_DO_AWAIT || !t->has_object)
    return operation;
  if (sett_is_common (t->object))
    return sett_os_model_awaits (t->object);
  if (t->object == t) /* it looks at nothing (pause) */
    return SETT_DO_AWAIT_SIGNAL;
  return is_outside (t->object) ? SETT_DO_AWAIT_SIGNAL : operation;
}

/* Events that nothing is known of but the system call. */
static int is_mere_call (const sett_thread *t) {
  return t->operation == SETT_DO_TRANSFER || t->operation == SETT_DO_FILE ||
         t->operation == SETT_DO_EXECUTE || t->operation == SETT_DO_KILL ||
         (t->operation == SETT_DO_SIGNAL && !t->has_object);
}

/* How a process begins is told by who makes it. */
static int is_start_of_process (const sett_thread *t) {
  return t->operation == SETT_DO_START &&
         (!t->start ||
          t->number == engine.shared->members[engine.process].main);
}

/* Its own variables matter if others use them. */
static int is_private (const sett_counterexample_step *s) {
  return (s->operation == SETT_DO_READ || s->operation == SETT_DO_WRITE) &&
         s->object.kind == SETT_PLACE_STACK && s->object.thread == s->thread;
}

/* To wait for a signal is to look for one first. */
static void hide_first_look (const sett_counterexample_step *s) {
  if (narration ()->steps.count < 2)
    return;
  sett_counterexample_step *before =
      &narration ()->steps.at[narration ()->steps.count - 2];
  if (*s->words && before->thread == s->thread && !before->error &&
      before->operation == s->operation && !strcmp (before->words, s->words))
    before->hidden = 1;
}

/* Who was woken looks again. */
static void hide_wake_up (const sett_counterexample_step *s) {
  if (narration ()->steps.count < 2)
    return;
  sett_counterexample_step *before =
      &narration ()->steps.at[narration ()->steps.count - 2];
  if (before->thread == s->thread && before->operation == SETT_DO_AWAIT_CHANGE)
    before->hidden = 1;
}

/* Who waited for a message, or for room, tries again: that is told. */
static int is_second_try (const sett_thread *t) {
  return t->operation == SETT_DO_AWAIT && t->has_object &&
         sett_mailbox_has (t->object);
}

static void tell_event (const sett_thread *t) {
  const sett_errand *e = sett_stand_in_errand (t->number);
  if (sett_errand_is_visible (e) && t->operation == e->posture.operation) {
    tell_errand (add_step (t->number, t->operation, NULL), e);
    return;
  }
  sett_counterexample_step *s =
      add_step (t->number, told_operation (t), object_of (t));
  s->hidden = t->operation == SETT_DO_RISK || is_start_of_process (t) ||
              is_private (s) || is_second_try (t);
  s->stack = narration ()->about_to[t->number];
  if (is_mere_call (t))
    memcpy (s->words, narration ()->calling[t->number], sizeof s->words);
  if (s->operation == SETT_DO_KILL)
    hide_first_look (s);
  if (s->operation == SETT_DO_POLL)
    hide_wake_up (s);
  if (t->operation == SETT_DO_START)
    s->stack = sett_backtrace_of ((uintptr_t)t->start + 1);
  if (t->operation == SETT_DO_JOIN)
    s->partner = ((const sett_thread *)t->second)->number;
  if (t->operation == SETT_DO_WAKE) {
    s->second = s->object;
    s->object = sett_tale_locate (t->queue);
  }
}

static sett_counterexample_step *last_step (void) {
  return sett_tale_last ();
}

static void tell_effect (const void *object, sett_effect_kind kind) {
  sett_counterexample_step *s = last_step ();
  if (kind == SETT_EFFECT_ASK &&
      sett_operation_has (s->operation, SETT_TRAIT_ATTEMPTS))
    s->failed = 1;
  if (kind == SETT_EFFECT_RELEASE && s->operation == SETT_DO_WAIT)
    s->second = sett_tale_locate (object);
}

static void tell_value (uint64_t value) {
  last_step ()->has_value = 1;
  last_step ()->value = value;
}

static void tell_choice (unsigned taken, unsigned count) {
  last_step ()->alternative = (uint16_t)taken;
  last_step ()->alternatives = (uint16_t)count;
  if (last_step ()->operation == SETT_DO_CHOOSE)
    tell_value (taken);
}

static void tell_failed (void) {
  last_step ()->failed = 1;
}

static void tell_spurious (void) {
  last_step ()->failed = SETT_SPURIOUS;
}

static void tell_partner (int thread) {
  last_step ()->partner = thread;
}

static void tell_signal (int signal, unsigned process) {
  sett_counterexample_step *s = last_step ();
  if (!signal ||
      (s->operation != SETT_DO_KILL && s->operation != SETT_DO_HANDLE &&
       s->operation != SETT_DO_EXIT))
    return;
  s->partner = s->signal ? -1 : engine.shared->members[process].main;
  s->signal = (uint8_t)signal;
}

static void tell_nothing (void) {
  last_step ()->hidden = 1;
}

static void tell_aside (sett_operation operation, const void *object,
                        int partner, uintptr_t place) {
  sett_values_settle ();
  sett_counterexample_step *s = add_step (world->current, operation, object);
  if (engine.stands_in) {
    tell_errand (s, sett_stand_in_errand (world->current));
    return;
  }
  s->partner = partner;
  sett_backtrace_unwind (&s->stack);
  if (!s->stack.depth)
    s->stack = sett_backtrace_of (place);
}

static void tell_allocated (const void *base) {
  if (narration ()->allocations.count >= SETT_MOST_ALLOCATIONS)
    return;
  sett_told_allocation *a = SETT_PUSH_SLOT (narration ()->allocations);
  *a = (sett_told_allocation){.process = engine.process,
                              .base = (uintptr_t)base};
  sett_backtrace_unwind (&a->stack);
}

static void tell_birth (const sett_thread *t) {
  sett_backtrace_unwind (&narration ()->born[t->number]);
}

/*------------------------------------------------------------------------*/
/* The end. */

/* Several things that a thread waits for, by their names. */
static void add_name (const void *object, char *names, size_t size) {
  char name[sizeof ((sett_address_info *)0)->name];
  const size_t length = strlen (names);
  sett_os_model_name (object, name, sizeof name);
  const char *known = *name ? strstr (names, name) : name;
  if (!known && length + strlen (name) + 3 < size) {
    strcpy (names + length, length ? ", " : "");
    strcat (names, name);
  }
}

static void tell_events (const sett_thread *t, char *names, size_t size) {
  const int active = engine.active;
  engine.active = 0;
  for (uint32_t i = 0; i < t->spin.count && i < SETT_MOST_GLANCES; i++) {
    const sett_glance *g = &sett_glances_of (t)[i];
    if (sett_is_common (g->object) && g->what != SETT_GLANCE_MEMORY &&
        g->what != SETT_GLANCE_OUTSIDE)
      add_name (g->object, names, size);
  }
  engine.active = active;
}

/* A Java program knows who its threads are, and what they do but for system
   calls. */
static void tell_thread_of_errand (sett_counterexample_thread *a,
                                   const sett_thread *t) {
  const sett_errand *e = sett_stand_in_errand (t->number);
  const sett_counterexample_thread own = *a;
  if (!e)
    return;
  *a = e->thread;
  a->process = own.process;
  a->alive = own.alive;
  if (sett_errand_is_visible (e))
    return;
  a->waits = own.waits;
  a->operation = own.operation;
  a->object = own.object;
  a->holder = own.holder;
}

static void tell_thread (const sett_thread *t) {
  sett_counterexample_thread *a = &narration ()->threads[t->number];
  SETT_ASSERT (t->number < engine.most_threads);
  sett_address_info locks[8];
  sett_backtrace stacks[8];
  uint8_t shared[8];
  const uint8_t alive = t->alive && sett_processes_is_own (t->number);
  *a = (sett_counterexample_thread){
      .alive = alive,
      .waits = alive && !sett_thread_enabled (t),
      .operation = told_operation (t),
      .process = (uint8_t)engine.process,
      .creator = t->number != engine.shared->members[engine.process].main
                     ? t->creator
                     : -1,
      .created = narration ()->born[t->number],
      .stack = narration ()->about_to[t->number],
      .object = sett_tale_locate (t->operation == SETT_DO_WAKE && !t->signalled
                                      ? t->queue
                                      : object_of (t)),
      .holder = t->alive && !engine.stands_in ? sett_holder_of (t) : -1,
  };
  if (t->operation == SETT_DO_WAKE && !t->signalled)
    a->holder = -1;
  memcpy (a->name, t->name, sizeof a->name);
  tell_thread_of_errand (a, t);
  if (a->waits && a->operation == SETT_DO_AWAIT_CHANGE)
    tell_events (t, a->events, sizeof a->events);
  if (engine.stands_in)
    return;
  a->held_count = tell_held (t, locks, stacks, shared, 8);
  SETT_ASSERT (a->held_count <= 8);
  for (uint32_t i = 0; i < a->held_count; i++) {
    a->held[i].lock = locks[i];
    a->held[i].stack = stacks[i];
    a->held[i].shared = shared[i];
  }
}

static void tell_threads (void) {
  for (uint32_t i = 0; i < world->thread_count; i++)
    if (world->threads[i].top) /* it is of this process */
      tell_thread (&world->threads[i]);
}

/*------------------------------------------------------------------------*/
/* Counterexamples. */

static int is_preemption (const sett_log *log, uint32_t i) {
  return i && i < log->count &&
         log->events[i].thread != log->events[i - 1].thread &&
         sett_threads_have (sett_log_enabled (log, i),
                            log->events[i - 1].thread);
}

static uint32_t preemptions_of (const sett_log *log) {
  uint32_t n = 0;
  for (uint32_t i = 1; i < log->count; i++)
    n += (uint32_t)is_preemption (log, i);
  return n;
}

/* The first step of an event has the mark. */
static void mark_preemptions (const sett_counterexample *a,
                              const sett_log *log) {
  for (uint32_t i = 0; i < a->step_count; i++)
    a->steps[i].preempts = is_preemption (log, a->steps[i].event) &&
                           (!i || a->steps[i - 1].event != a->steps[i].event);
}

/* The schedule of the execution that has just ended. */
static void set_schedule (sett_counterexample *a, const sett_log *log) {
  a->choice_count = log->count;
  a->choices = sett_alloc ((log->count + 1) * sizeof *a->choices);
  for (uint32_t i = 0; i < log->count; i++)
    a->choices[i] =
        (sett_choice){log->events[i].thread, log->events[i].alternative};
  a->preemptions = preemptions_of (log);
  a->learned = sett_knowledge_save (&a->learned_count);
  a->thread = conduct->violation_thread;
  a->exit_status = conduct->exit_status;
  a->stack = sett_backtrace_of (conduct->violation_place);
}

sett_counterexample *sett_counterexample_make (const sett_log *log) {
  sett_counterexample *a = sett_zalloc (1, sizeof *a);
  a->violation = conduct->violation;
  memcpy (a->message, conduct->message, sizeof a->message);
  a->execution = conduct->execution;
  set_schedule (a, log);
  return a;
}

void sett_counterexample_add (sett_counterexample *a) {
  sett_shared *shared = engine.shared;
  SETT_ASSERT (a->violation && !a->next);
  sett_counterexample **last = &shared->counterexamples;
  while (*last)
    last = &(*last)->next;
  *last = a;
  shared->counterexample_count++;
  SETT_ASSERT (shared->counterexample_count);
}

static sett_counterexample *add_counterexample (const sett_log *log) {
  sett_counterexample *a = sett_counterexample_make (log);
  sett_counterexample_add (a);
  return a;
}

/* Is it the same thing, at the same place? */
static int is_same (const sett_counterexample *a) {
  return a->violation == conduct->violation &&
         !strcmp (a->message, conduct->message) &&
         a->stack.frames[0] == conduct->violation_place;
}

int sett_counterexample_simplify (sett_counterexample *a, const sett_log *log) {
  const uint32_t preemptions = preemptions_of (log);
  if (!is_same (a) || preemptions > a->preemptions ||
      (preemptions == a->preemptions && log->count >= a->choice_count))
    return 0;
  set_schedule (a, log);
  return 1;
}

/* The same thing was found before, at the same place. */
static int is_known (void) {
  for (const sett_counterexample *a = engine.shared->counterexamples; a;
       a = a->next)
    if (is_same (a))
      return 1;
  return 0;
}

void sett_counterexample_path (sett_choice *choices, uint32_t count) {
  static const sett_log none;
  sett_counterexample *a = add_counterexample (&none);
  a->choices = choices;
  a->choice_count = count;
  a->preemptions = 0; /* it is as simple as can be */
}

void sett_counterexample_schedule (const sett_log *log) {
  engine.shared->violations_seen++;
  if (!is_known ())
    add_counterexample (log);
}

void sett_counterexample_walk (const sett_log *log, unsigned kind) {
  sett_counterexample *a = add_counterexample (log);
  engine.shared->violations_seen++;
  a->hunted = kind;
  a->walk = engine.shared->walks;
}

/* Of a granule, those that both have accessed. */
static uint64_t bytes_of_race (uint64_t granule) {
  const size_t size = sett_last_race.size;
  const uint64_t value = granule >> 8 * ((uintptr_t)sett_last_race.address & 7);
  return size < 8 ? value & (((uint64_t)1 << 8 * size) - 1) : value;
}

static void tell_access (sett_counterexample_access *a, uint8_t thread,
                         unsigned how, uintptr_t place,
                         const sett_testimony *testimony, uint32_t event) {
  *a = (sett_counterexample_access){
      .thread = thread,
      .is_write = (how & SETT_MEMORY_WRITE) != 0,
      .is_atomic = (how & SETT_MEMORY_ATOMIC) != 0,
      .is_free = (how & SETT_MEMORY_FREE) != 0,
      .step = event,
      .before =
          testimony ? testimony->told : (uint32_t)narration ()->steps.count,
      .stack = testimony ? testimony->stack : sett_backtrace_of (place),
      .place = sett_tale_locate (sett_last_race.address),
  };
  a->place.size = (uint32_t)sett_last_race.size;
  if (a->is_free && a->place.kind == SETT_PLACE_HEAP) { /* all of it */
    a->place.address = a->place.base;
    a->place.size = (uint32_t)a->place.block;
  }
  if (!testimony)
    return;
  if (testimony->granule == (uintptr_t)sett_last_race.address >> 3 &&
      conduct->violation != SETT_VIOLATION_USE_AFTER_FREE) {
    a->has_old = testimony->has_before;
    a->has_new = testimony->has_after;
    a->old_value = bytes_of_race (testimony->before);
    a->new_value = bytes_of_race (testimony->after);
  }
  a->held_count = testimony->held_count < 8 ? testimony->held_count : 8;
  memcpy (a->held, testimony->held, a->held_count * sizeof *a->held);
}

static void tell_race (void) {
  const sett_race *r = &sett_last_race;
  narration ()->access_count = 2;
  tell_access (&narration ()->accesses[0], r->first.thread, r->first.how,
               r->first.place, r->first.testimony, r->first.event);
  tell_access (&narration ()->accesses[1], r->second.thread, r->second.how,
               r->second.place, r->second.testimony, r->second.event);
}

/* The agent of a Java program has told it. */
static void tell_violation_of_java (uintptr_t place) {
  const sett_errands *all = engine.shared->errands;
  narration ()->stack = sett_backtrace_of (place);
  if (conduct->violation != SETT_VIOLATION_RACE)
    return;
  narration ()->access_count = all->access_count;
  memcpy (narration ()->accesses, all->accesses, sizeof narration ()->accesses);
}

static void tell_violation (uintptr_t place) {
  sett_values_forget ();
  if (engine.stands_in) {
    tell_violation_of_java (place);
    return;
  }
  const sett_testimony *t = place ? testify (0, 0) : NULL;
  narration ()->stack = t ? t->stack : sett_backtrace_of (place);
  narration ()->what = sett_tale_locate (conduct->violation_object);
  if (conduct->violation == SETT_VIOLATION_RACE ||
      conduct->violation == SETT_VIOLATION_DISCIPLINE ||
      conduct->violation == SETT_VIOLATION_USE_AFTER_FREE)
    tell_race ();
}

/* Of the first so many steps, those that are told. */
static uint32_t count_told (uint32_t count) {
  uint32_t told = 0;
  for (size_t i = 0; i < count && i < narration ()->steps.count; i++)
    told += !narration ()->steps.at[i].hidden;
  return told;
}

static void leave_out_hidden (void) {
  size_t kept = 0;
  for (uint32_t i = 0; i < narration ()->access_count; i++)
    narration ()->accesses[i].before =
        count_told (narration ()->accesses[i].before);
  for (size_t i = 0; i < narration ()->steps.count; i++)
    if (!narration ()->steps.at[i].hidden)
      narration ()->steps.at[kept++] = narration ()->steps.at[i];
  SETT_ASSERT (kept <= narration ()->steps.count);
  narration ()->steps.count = kept;
}

void sett_counterexample_tell (const sett_log *log) {
  sett_counterexample *a = add_counterexample (log);
  leave_out_hidden ();
  SETT_ASSERT (narration ()->access_count <=
               sizeof a->accesses / sizeof *a->accesses);
  a->steps = narration ()->steps.at;
  a->step_count = (uint32_t)narration ()->steps.count;
  mark_preemptions (a, log);
  a->thread_count = engine.multi ? conduct->thread_count : world->thread_count;
  a->threads = narration ()->threads;
  for (uint32_t i = 0; engine.multi && i < a->thread_count; i++)
    sett_processes_tell (i, &a->threads[i].waits, &a->threads[i].holder);
  a->what = narration ()->what;
  if (narration ()->stack.depth)
    a->stack = narration ()->stack;
  memcpy (a->accesses, narration ()->accesses, sizeof a->accesses);
  a->access_count = narration ()->access_count;
  a->output = sett_output_get (&a->output_length);
  for (uint32_t i = 0; i < SETT_SYSTEM_PROCESSES; i++) {
    a->ends[i].ended = os_model->lives[i].ended != 0;
    a->ends[i].crashed = os_model->lives[i].crashed;
    a->ends[i].status = os_model->lives[i].status;
  }
}

/*------------------------------------------------------------------------*/

void sett_tell_begin (void) {
  static const sett_narrator all = {
      .about_to = tell_about_to,
      .event = tell_event,
      .effect = tell_effect,
      .value = tell_value,
      .choice = tell_choice,
      .partner = tell_partner,
      .failed = tell_failed,
      .spurious = tell_spurious,
      .signal = tell_signal,
      .nothing = tell_nothing,
      .call = sett_tell_call,
      .result = sett_tell_result,
      .ready = sett_tell_ready,
      .target = sett_tell_target,
      .lost = sett_tell_lost,
      .sender = sett_tell_sender,
      .aside = tell_aside,
      .birth = tell_birth,
      .allocated = tell_allocated,
      .threads = tell_threads,
      .violation = tell_violation,
      .testimony = testify,
  };
  if (!engine.shared->narration)
    sett_tell_anew ();
  narrator = &all;
}

void sett_tell_anew (void) {
  engine.shared->narration = sett_zalloc (1, sizeof (sett_narration));
}
