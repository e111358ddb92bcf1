/* The life of a stand-in: its threads let those of the Java program run, and do
   what these ask for.

   What always holds: while a Java thread runs, its stand-in has the turn; an
   object of a Java program has a number of the searches', which the agent has
   taken, and an address that nobody can use. */

#include "runtime/process/stand_in.h"

#include "base/assert.h"
#include "base/memory.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/narrator.h"
#include "runtime/core/object_table.h"
#include "runtime/files/output.h"
#include "runtime/process/crash.h"
#include "runtime/sched/crash_budget.h"
#include "runtime/sched/finish.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sync/threads.h"

#include <limits.h>
#include <linux/futex.h>
#include <time.h>

static sett_errands *errands (void) {
  return engine.shared->errands;
}

static sett_errand *errand_of (unsigned thread) {
  SETT_ASSERT (engine.stands_in && thread < engine.most_threads);
  return &errands ()->of[thread];
}

const sett_errand *sett_stand_in_errand (unsigned thread) {
  return engine.stands_in ? errand_of (thread) : NULL;
}

void sett_stand_in_told (sett_counterexample_step *step, size_t count) {
  errands ()->told = step;
  errands ()->told_count = (uint32_t)count;
}

/*------------------------------------------------------------------------*/
/* Words that both sides wait for. */

static void set_word (volatile uint32_t *word, uint32_t value) {
  __atomic_store_n (word, value, __ATOMIC_SEQ_CST);
  sett_raw (SYS_futex, word, FUTEX_WAKE, INT_MAX);
}

static void await_word (volatile uint32_t *word, uint32_t value) {
  uint32_t now;
  while ((now = __atomic_load_n (word, __ATOMIC_SEQ_CST)) != value)
    sett_raw (SYS_futex, word, FUTEX_WAIT, now, NULL);
}

/*------------------------------------------------------------------------*/
/* Clocks: what happened before, for data races, is known to both. */

static void tell_clock (const sett_thread *t, sett_errand *e) {
  for (uint32_t i = 0; i < conduct->thread_count; i++)
    e->clock[i] = sett_vector_clock_of (&t->clock, i);
}

static void hear_clock (sett_thread *t, const sett_errand *e) {
  for (uint32_t i = 0; i < conduct->thread_count; i++) {
    uint32_t *known = sett_vector_clock_at (&t->clock, i);
    if (*known < e->clock[i])
      *known = e->clock[i];
  }
}

/*------------------------------------------------------------------------*/
/* Where threads stand. */

#define OBJECTS_ADDRESS 0x3f0000000000ul

static void *address_of (uint32_t number) {
  void *at = (void *)(OBJECTS_ADDRESS + 8 * (uintptr_t)number);
  if (number)
    sett_object_adopt (at, number);
  return number ? at : NULL;
}

static int is_open (const sett_thread *t) {
  return errand_of (t->number)->posture.is_open;
}

static void stand (sett_thread *t, const sett_posture *s) {
  SETT_ASSERT (s->operation < SETT_OPERATIONS && s->intent < SETT_EFFECTS);
  t->operation = s->operation;
  t->intent = s->intent;
  t->object = address_of (s->object);
  t->has_object = s->object != 0;
  t->spreads = s->spreads;
  t->guard = is_open;
  t->place = s->place;
  t->cause = s->cause;
  t->waiting = s->hopeless;
  t->signalled = t->timed = 0;
}

/* It stands before what its Java thread has not asked for. */
static int is_deciding (const sett_thread *t) {
  return t->operation == SETT_DO_RISK || t->operation == SETT_DO_CRASH;
}

/* What the running thread has done may have changed it. */
static void hear_of_others (void) {
  SETT_EACH_THREAD (i, world->alive) {
    const sett_posture *s = &errand_of (i)->posture;
    if (i != world->current && s->is_known && !is_deciding (&world->threads[i]))
      stand (&world->threads[i], s);
  }
}

/*------------------------------------------------------------------------*/
/* Errands. */

/* Does the process crash?  That is decided before the thread stands where the
   Java thread does: others may have changed that when it has decided. */
static void do_visible (sett_thread *t, const sett_errand *e) {
  const sett_posture *s = &e->posture;
  if (sett_crash_possible ())
    sett_crash_try (s->operation, s->place);
  stand (t, s);
  sett_visible (s->operation, t->object, s->intent, is_open, s->place);
  t->spreads = t->waiting = 0;
}

static void do_call (sett_errand *e) {
  const sett_call call = {
      e->number, {e->a[0], e->a[1], e->a[2], e->a[3], e->a[4], e->a[5]}};
  e->result = sett_call_do (&call, e->place);
}

static void *live (void *);

static void do_birth (sett_errand *e) {
  const unsigned number =
      sett_know_birth ((unsigned)e->a[0], (uint32_t)e->a[1]);
  errand_of (number)->posture.is_known = 0; /* of an earlier execution */
  e->result = sett_thread_spawn (number, (void (*) (void))live) ? number : 0;
}

static void do_output (const sett_errand *e) {
  const sett_call call = {SYS_write, {e->a[0], (long)e->bytes, (long)e->size}};
  sett_output_write (&call);
}

static void do_errand (sett_thread *t, sett_errand *e) {
  switch ((sett_errand_kind)e->kind) {
  case SETT_ERRAND_VISIBLE:
    do_visible (t, e);
    break;
  case SETT_ERRAND_CALL:
    do_call (e);
    break;
  case SETT_ERRAND_BIRTH:
    do_birth (e);
    break;
  case SETT_ERRAND_OUTPUT:
    do_output (e);
    break;
  case SETT_ERRAND_ASIDE:
    narrator->aside (e->step.operation, NULL, e->step.partner, 0);
    break;
  case SETT_ERRAND_LEAVE:
    sett_thread_leave ();
  case SETT_ERRAND_EXIT:
    sett_end_program_now ((int)e->a[0], e->place);
  case SETT_ERRAND_END:
    sett_end ((sett_ending)e->a[0]);
  case SETT_ERRAND_FAIL:
    sett_fail ((sett_violation_kind)e->a[0], e->place, NULL, "%s",
               (const char *)e->bytes);
  case SETT_ERRAND_NONE:
    sett_give_up ("a Java thread asks for nothing");
  }
}

/*------------------------------------------------------------------------*/
/* Lives. */

static void let_run (sett_thread *t, sett_errand *e) {
  tell_clock (t, e);
  set_word (&e->turn, SETT_ERRAND_RUNS);
  await_word (&e->turn, SETT_ERRAND_ASKS);
  e->turn = SETT_ERRAND_IDLE;
  hear_clock (t, e);
}

/* Of a thread.  It is the other one that goes round in loops (spin.h). */
__attribute__ ((noreturn)) static void *live (void *unused) {
  (void)unused;
  for (;;) {
    sett_thread *t = sett_self ();
    sett_errand *e = errand_of (t->number);
    let_run (t, e);
    hear_of_others ();
    sett_spin_progress ();
    do_errand (t, e);
  }
}

/* The virtual machine leaves what it was in, and begins again. */
static void begin_execution (void) {
  const uint32_t number = (uint32_t)conduct->execution;
  errand_of (world->current)->posture.is_known = 0;
  if (errands ()->ready == number)
    return;
  set_word (&errands ()->wanted, number);
  await_word (&errands ()->ready, number);
}

/* Whoever was in an execution there is gone when it answers. */
void sett_stand_ins_save (sett_saved *s) {
  sett_errands *e = errands ();
  const uint32_t word = e->wanted | SETT_ERRANDS_SAVE;
  set_word (&e->wanted, word);
  await_word (&e->ready, word);
  sett_saved_put_number (s, e->known_length);
  sett_saved_put (s, e->known, e->known_length);
}

void sett_stand_ins_load (sett_saved *s) {
  const size_t length = sett_saved_get_count (s, 1);
  unsigned char *known = sett_alloc (length + 1);
  sett_saved_get (s, known, length);
  SETT_ASSERT (!errands ()->wanted);
  errands ()->known = known;
  errands ()->known_length = length;
}

void sett_stand_in (void) {
  sett_know_dies_early (engine.process); /* it may, at any time */
  sett_schedule_snapshot (0);
  begin_execution ();
  live (NULL);
}
