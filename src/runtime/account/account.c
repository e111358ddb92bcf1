#include "runtime/account/account.h"

#include "base/memory.h"
#include "runtime/account/common_names.h"
#include "runtime/core/commons.h"
#include "runtime/sync/gates.h"
#include "runtime/access/heap.h"
#include "runtime/sched/kill.h"
#include "runtime/ipc/mailbox.h"
#include "runtime/core/knowledge.h"
#include "runtime/sync/mutex.h"
#include "runtime/files/output.h"
#include "runtime/core/outside.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/stacks.h"
#include "runtime/sched/system.h"
#include "runtime/account/tale.h"

#include <errno.h>
#include <string.h>

/*------------------------------------------------------------------------*/
/* Places in memory. */

static int stack_owner (uintptr_t address) {
  for (uint32_t i = 0; i < world->thread_count; i++) {
    const sett_thread *t = &world->threads[i];
    if (address >= (uintptr_t)t->low && address < (uintptr_t)t->top + SETT_PAGE)
      return (int)i;
  }
  return -1;
}

/* Of the thread that runs, or of another one. */
static int is_errno (uintptr_t address) {
  const uintptr_t offset = (uintptr_t)&errno - sett_self ()->fs;
  for (uint32_t i = 0; i < world->thread_count; i++)
    if (world->threads[i].fs && address == world->threads[i].fs + offset)
      return 1;
  return 0;
}

sett_location sett_tale_locate (const void *object) {
  const uintptr_t address = (uintptr_t)object;
  sett_location l = {.address = address};
  if (!address || address - SETT_WORLD_ADDRESS < SETT_WORLD_SIZE ||
      address - SETT_OUTSIDE_ADDRESS < SETT_OUTSIDE_SIZE)
    return (sett_location){0}; /* nothing of the program */
  if (sett_is_common (object)) {
    l.kind = SETT_PLACE_COMMON;
    sett_commons_name (object, l.name, sizeof l.name);
    return l;
  }
  if (is_errno (address)) {
    l.kind = SETT_PLACE_COMMON;
    strcpy (l.name, "errno");
    return l;
  }
  const sett_block *block = sett_heap_find (address);
  const int owner = stack_owner (address);
  if (block) {
    l.kind = SETT_PLACE_HEAP;
    l.thread = block->thread;
    l.base = (uintptr_t)sett_block_start (block);
    l.block = block->size;
    l.allocated = sett_stack_of (block->made);
  } else if (owner >= 0) {
    l.kind = SETT_PLACE_STACK;
    l.thread = owner;
  } else
    l.kind = SETT_PLACE_STATIC;
  return l;
}

static sett_location locate (const void *object) {
  return sett_tale_locate (object);
}

/*------------------------------------------------------------------------*/

static uint32_t tell_held (const sett_thread *t, sett_location *locks,
                           sett_stack *stacks, uint8_t *shared, size_t most) {
  uint32_t n = 0;
  const sett_held *held = sett_held_of (t);
  for (; n < t->held_count && n < most; n++) {
    locks[n] = locate (held[n].lock);
    if (stacks)
      stacks[n] = sett_stack_of (held[n].place);
    if (shared)
      shared[n] = held[n].shared;
  }
  return n;
}

static const sett_testimony *testify (void) {
  static uint32_t count;
  if (count++ > 100000)
    return NULL;
  sett_testimony *t = sett_zalloc (1, sizeof *t);
  sett_stack_walk (&t->stack, sett_self (),
                   (uintptr_t)__builtin_frame_address (0));
  t->held_count = tell_held (sett_self (), t->held, NULL, NULL,
                             sizeof t->held / sizeof *t->held);
  return t;
}

/*------------------------------------------------------------------------*/
/* The tale. */

static sett_tale *tale (void) {
  return sett_tale_get ();
}

/* What people know the object by: a futex's queue is its word. */
static const void *object_of (const sett_thread *t) {
  if (!t->has_object)
    return NULL;
  const int is_queue = t->operation == SETT_DO_FUTEX_WAKE ||
                       t->operation == SETT_DO_FUTEX_RETURN;
  return (const char *)t->object - is_queue;
}

static void tell_about_to (sett_thread *t) {
  sett_stack_unwind (&tale ()->about_to[t->number]);
}

static sett_account_step *add_step (unsigned thread, sett_operation operation,
                                    const void *object) {
  sett_account_step *s = SETT_PUSH_SLOT (tale ()->steps);
  *s = (sett_account_step){.thread = thread,
                           .operation = operation,
                           .alternatives = 1,
                           .partner = -1,
                           .object = locate (object)};
  return s;
}

static int is_outside (const void *object) {
  return (uintptr_t)object - SETT_OUTSIDE_ADDRESS < SETT_OUTSIDE_SIZE;
}

/* To wait for a word is to wait for what it stands for: in the commons, or a
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
    return sett_commons_awaits (t->object);
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
         (!t->start || t->number == engine.board->members[engine.process].main);
}

/* Its own variables matter if others use them. */
static int is_private (const sett_account_step *s) {
  return (s->operation == SETT_DO_READ || s->operation == SETT_DO_WRITE) &&
         s->object.kind == SETT_PLACE_STACK && s->object.thread == s->thread;
}

/* To wait for a signal is to look for one first. */
static void hide_first_look (const sett_account_step *s) {
  if (tale ()->steps.count < 2)
    return;
  sett_account_step *before = &tale ()->steps.at[tale ()->steps.count - 2];
  if (*s->words && before->thread == s->thread && !before->error &&
      before->operation == s->operation && !strcmp (before->words, s->words))
    before->hidden = 1;
}

/* Who was woken looks again. */
static void hide_wake_up (const sett_account_step *s) {
  if (tale ()->steps.count < 2)
    return;
  sett_account_step *before = &tale ()->steps.at[tale ()->steps.count - 2];
  if (before->thread == s->thread && before->operation == SETT_DO_AWAIT_CHANGE)
    before->hidden = 1;
}

/* Who waited for a message, or for room, tries again: that is told. */
static int is_second_try (const sett_thread *t) {
  return t->operation == SETT_DO_AWAIT && t->has_object &&
         sett_mailbox_has (t->object);
}

static void tell_event (const sett_thread *t) {
  sett_account_step *s =
      add_step (t->number, told_operation (t), object_of (t));
  s->hidden = t->operation == SETT_DO_RISK || is_start_of_process (t) ||
              is_private (s) || is_second_try (t);
  s->stack = tale ()->about_to[t->number];
  if (is_mere_call (t))
    memcpy (s->words, tale ()->calling[t->number], sizeof s->words);
  if (s->operation == SETT_DO_KILL)
    hide_first_look (s);
  if (s->operation == SETT_DO_POLL)
    hide_wake_up (s);
  if (t->operation == SETT_DO_START)
    s->stack = sett_stack_of ((uintptr_t)t->start + 1);
  if (t->operation == SETT_DO_JOIN)
    s->partner = ((const sett_thread *)t->second)->number;
  if (t->operation == SETT_DO_WAKE) {
    s->second = s->object;
    s->object = locate (t->queue);
  }
}

static sett_account_step *last_step (void) {
  return sett_tale_last ();
}

static void tell_effect (const void *object, sett_effect_kind kind) {
  sett_account_step *s = last_step ();
  if (kind == SETT_EFFECT_ASK)
    s->failed = 1;
  if (kind == SETT_EFFECT_RELEASE && s->operation == SETT_DO_WAIT)
    s->second = locate (object);
}

static void tell_value (uint64_t value) {
  last_step ()->has_value = 1;
  last_step ()->value = value;
}

static void tell_choice (unsigned taken, unsigned count) {
  last_step ()->alternative = taken;
  last_step ()->alternatives = count;
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
  sett_account_step *s = last_step ();
  if (!signal ||
      (s->operation != SETT_DO_KILL && s->operation != SETT_DO_HANDLE &&
       s->operation != SETT_DO_EXIT))
    return;
  s->partner = s->signal ? -1 : engine.board->members[process].main;
  s->signal = (uint8_t)signal;
}

static void tell_nothing (void) {
  last_step ()->hidden = 1;
}

static void tell_aside (sett_operation operation, const void *object,
                        int partner, uintptr_t place) {
  sett_account_step *s = add_step (world->current, operation, object);
  s->partner = partner;
  sett_stack_unwind (&s->stack);
  if (!s->stack.depth)
    s->stack = sett_stack_of (place);
}

static void tell_birth (const sett_thread *t) {
  sett_stack_unwind (&tale ()->born[t->number]);
}

/*------------------------------------------------------------------------*/
/* The end. */

/* Several things that a thread waits for, by their names. */
static void add_name (const void *object, char *names, size_t size) {
  char name[sizeof ((sett_location *)0)->name];
  const size_t length = strlen (names);
  sett_commons_name (object, name, sizeof name);
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

static void tell_thread (const sett_thread *t) {
  sett_account_thread *a = &tale ()->threads[t->number];
  sett_location locks[8];
  sett_stack stacks[8];
  uint8_t shared[8];
  const int alive = t->alive && sett_system_is_own (t->number);
  *a = (sett_account_thread){
      .alive = alive,
      .waits = alive && !sett_thread_enabled (t),
      .operation = told_operation (t),
      .process = engine.process,
      .creator = t->number != engine.board->members[engine.process].main
                     ? t->creator
                     : -1,
      .created = tale ()->born[t->number],
      .stack = tale ()->about_to[t->number],
      .object = locate (t->operation == SETT_DO_WAKE && !t->signalled
                            ? t->queue
                            : object_of (t)),
      .holder = t->alive ? sett_holder_of (t) : -1,
  };
  if (t->operation == SETT_DO_WAKE && !t->signalled)
    a->holder = -1;
  if (a->waits && a->operation == SETT_DO_AWAIT_CHANGE)
    tell_events (t, a->events, sizeof a->events);
  a->held_count = tell_held (t, locks, stacks, shared, 8);
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
/* Accounts. */

static uint32_t preemptions_of (const sett_log *log) {
  uint32_t n = 0;
  for (uint32_t i = 1; i < log->count; i++)
    n += log->events[i].thread != log->events[i - 1].thread &&
         (log->events[i].enabled >> log->events[i - 1].thread & 1);
  return n;
}

/* The schedule of the execution that has just ended. */
static void set_schedule (sett_account *a, const sett_log *log) {
  a->choice_count = log->count;
  a->choices = sett_alloc ((log->count + 1) * sizeof *a->choices);
  for (uint32_t i = 0; i < log->count; i++)
    a->choices[i] =
        (sett_choice){log->events[i].thread, log->events[i].alternative};
  a->preemptions = preemptions_of (log);
  a->learned = sett_knowledge_save (&a->learned_count);
  a->thread = conduct->fault_thread;
  a->exit_status = conduct->exit_status;
  a->stack = sett_stack_of (conduct->fault_place);
}

static sett_account *add_account (const sett_log *log) {
  sett_board *board = engine.board;
  sett_account *a = sett_zalloc (1, sizeof *a);
  a->fault = conduct->fault;
  memcpy (a->message, conduct->message, sizeof a->message);
  a->execution = conduct->execution;
  set_schedule (a, log);
  sett_account **last = &board->accounts;
  while (*last)
    last = &(*last)->next;
  *last = a;
  board->account_count++;
  return a;
}

/* Is it the same thing, at the same place? */
static int is_same (const sett_account *a) {
  return a->fault == conduct->fault && !strcmp (a->message, conduct->message) &&
         a->stack.frames[0] == conduct->fault_place;
}

int sett_account_simplify (sett_account *a, const sett_log *log) {
  const uint32_t preemptions = preemptions_of (log);
  if (!is_same (a) || preemptions > a->preemptions ||
      (preemptions == a->preemptions && log->count >= a->choice_count))
    return 0;
  set_schedule (a, log);
  return 1;
}

/* The same thing was found before, at the same place. */
static int is_known (void) {
  for (const sett_account *a = engine.board->accounts; a; a = a->next)
    if (is_same (a))
      return 1;
  return 0;
}

void sett_account_path (sett_choice *choices, uint32_t count) {
  static const sett_log none;
  sett_account *a = add_account (&none);
  a->choices = choices;
  a->choice_count = count;
  a->preemptions = 0; /* it is as simple as can be */
}

void sett_account_schedule (const sett_log *log) {
  engine.board->violations_seen++;
  if (!is_known ())
    add_account (log);
}

void sett_account_walk (const sett_log *log, unsigned kind) {
  sett_account *a = add_account (log);
  engine.board->violations_seen++;
  a->hunted = kind;
  a->walk = engine.board->walks;
}

static void tell_access (sett_account_access *a, unsigned thread, unsigned how,
                         uintptr_t place, const sett_testimony *testimony,
                         uint32_t event) {
  *a = (sett_account_access){
      .thread = thread,
      .is_write = (how & SETT_ACCESS_WRITE) != 0,
      .is_atomic = (how & SETT_ACCESS_ATOMIC) != 0,
      .is_free = (how & SETT_ACCESS_FREE) != 0,
      .step = event,
      .stack = testimony ? testimony->stack : sett_stack_of (place),
      .place = locate (sett_last_race.address),
  };
  a->place.size = sett_last_race.size;
  if (!testimony)
    return;
  a->held_count = testimony->held_count < 8 ? testimony->held_count : 8;
  memcpy (a->held, testimony->held, a->held_count * sizeof *a->held);
}

static void tell_race (void) {
  const sett_race *r = &sett_last_race;
  tale ()->access_count = 2;
  tell_access (&tale ()->accesses[0], r->first.thread, r->first.how,
               r->first.place, r->first.testimony, r->first.event);
  tell_access (&tale ()->accesses[1], r->second.thread, r->second.how,
               r->second.place, r->second.testimony, r->second.event);
}

static void tell_fault (uintptr_t place) {
  const sett_testimony *t = place ? testify () : NULL;
  tale ()->stack = t ? t->stack : sett_stack_of (place);
  tale ()->what = locate (conduct->fault_object);
  if (conduct->fault == SETT_FAULT_RACE ||
      conduct->fault == SETT_FAULT_DISCIPLINE ||
      conduct->fault == SETT_FAULT_USE_AFTER_FREE)
    tell_race ();
}

static void leave_out_hidden (void) {
  size_t kept = 0;
  for (size_t i = 0; i < tale ()->steps.count; i++)
    if (!tale ()->steps.at[i].hidden)
      tale ()->steps.at[kept++] = tale ()->steps.at[i];
  tale ()->steps.count = kept;
}

void sett_account_tell (const sett_log *log) {
  sett_account *a = add_account (log);
  leave_out_hidden ();
  a->steps = tale ()->steps.at;
  a->step_count = tale ()->steps.count;
  a->thread_count = engine.multi ? conduct->thread_count : world->thread_count;
  a->threads = tale ()->threads;
  for (uint32_t i = 0; engine.multi && i < a->thread_count; i++)
    sett_system_tell (i, &a->threads[i].waits, &a->threads[i].holder);
  a->what = tale ()->what;
  if (tale ()->stack.depth)
    a->stack = tale ()->stack;
  memcpy (a->accesses, tale ()->accesses, sizeof a->accesses);
  a->access_count = tale ()->access_count;
  a->output = sett_output_get (&a->output_length);
  for (uint32_t i = 0; i < SETT_MOST_PROCESSES; i++) {
    a->ends[i].ended = commons->lives[i].ended != 0;
    a->ends[i].crashed = commons->lives[i].crashed;
    a->ends[i].status = commons->lives[i].status;
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
      .threads = tell_threads,
      .fault = tell_fault,
      .testimony = testify,
  };
  if (!engine.board->tale)
    engine.board->tale = sett_zalloc (1, sizeof (sett_tale));
  narrator = &all;
}
