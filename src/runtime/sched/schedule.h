/* Visible operations: the places where another thread may go first. */

#ifndef SETT_RUNTIME_SCHEDULE_H
#define SETT_RUNTIME_SCHEDULE_H

#include "runtime/core/engine.h"
#include "runtime/core/object_table.h"

#define SETT_HERE ((uintptr_t)__builtin_return_address (0))

/* The thread is about to do this; returns when it is its turn (and the guard is
   open), with an event in the log.  The intent is what it will most likely do
   to the object (null: there is none). */
void sett_visible (sett_operation, const void *object, sett_effect_kind intent,
                   sett_guard, uintptr_t place);

/* The same for operations that signals interrupt while they wait.  True: that
   has happened, there is no event. */
int sett_visible_unless (sett_operation, const void *object,
                         sett_effect_kind intent, sett_guard, uintptr_t place);

/* The same for operations that wait for a limited time, which is no event by
   itself: the guard says in an event, declaring what that depends on, whether
   the thread would wait now for what is given.  Gives how it was interrupted
   (sett_interruption; no event then), or 0. */
int sett_visible_for_a_while (sett_operation, const void *object,
                              sett_effect_kind intent, sett_guard would_wait,
                              const void *what, uintptr_t place);

/* The same, with a stack that has no traces of the run-time's own doings: for
   searches that compare states. */
void sett_visible_clean (sett_operation, const void *object,
                         sett_effect_kind intent, sett_guard, uintptr_t place);

/* An object is used: is its memory still there?  Part of every visible
   operation; what is none (to give a lock back, to take one again) says it
   itself, before it publishes what it knows.  Who frees the memory must know of
   all uses: else that is a race. */
void sett_object_used (const void *object, uintptr_t place);

/* An object is made anew, whatever it was: an event that conflicts with every
   use of it, as soon as there have been other threads (the thread that makes
   the first one knows whether there were), or if other processes could use it.
   True: it is one. */
int sett_initialise (const void *object, uintptr_t place);

/* The operation has this effect, too.  `before` is the state it found. */
void sett_affect (const void *object, sett_effect_kind, uint64_t before);

/* The same, unless that was said just now: for what does a thing over and over,
   such as the end of a process, which closes all that could be open. */
void sett_affect_once (const void *object, sett_effect_kind, uint64_t before);

/* The same with what the operation wanted (event.h). */
void sett_affect_wanting (const void *object, sett_effect_kind, uint64_t before,
                          uint64_t wanted);

/* The same for an operation that is no event by itself. */
void sett_affect_inside (const void *object, sett_effect_kind, uint64_t before);
/* The running thread changes more than the object, in a way that effects do not
   say: where it matters that a transition does nothing else. */
void sett_change_inside (const void *object);

/* Which of so many possibilities?  One call for an event. */
unsigned sett_alternative (unsigned count);

/* The same where 0 is what usually happens: by chance, others are chosen
   rarely, or they would happen at the very beginning. */
unsigned sett_alternative_rarely (unsigned count);

/* Choices begin: the snapshot has to be taken by now. */
void sett_schedule_snapshot (uintptr_t place);

/* The thread is done: others go on. */
__attribute__ ((noreturn)) void sett_schedule_away (void);

/* The running thread is the first one of a process that was just made, and it
   has got the turn. */
void sett_schedule_born (void);

/* The first event of the process: main starts. */
void sett_schedule_first (void);

/* Begins an execution: the plan's sleepers and so on, for all processes... */
void sett_schedule_begin_all (void);
/* ...and in each of them. */
void sett_schedule_begin (void);

/* A system call is over: signals that have come during it are taken. */
void sett_schedule_signals (uintptr_t place);

static inline long sett_call_over (long result, uintptr_t place) {
  if (UNLIKELY (sett_self ()->overdue))
    sett_schedule_signals (place);
  return result;
}

#endif
