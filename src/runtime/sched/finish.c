/* How an execution ends: see finish.h. */

#include "runtime/sched/finish.h"

#include "base/assert.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/narrator.h"
#include "runtime/undo/leftovers.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/signals.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/processes.h"
#include "runtime/core/real.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/*------------------------------------------------------------------------*/
/* Nobody can move. */

/* A signal might come, which is not modelled: it could help, or end the
   program. */
static void end_if_signal_expected (void) {
  if (sett_signals_expected ())
    sett_end (SETT_CUT);
}

/* Do blocked threads wait for each other in a circle? */
static int is_in_circle (const sett_thread *t) {
  const sett_thread *at = t;
  for (uint32_t steps = 0; steps <= world->thread_count; steps++) {
    const int holder = at->alive ? upcalls.holder (at) : -1;
    if (holder < 0)
      return 0;
    at = &world->threads[holder];
    if (at == t)
      return 1;
  }
  return 0;
}

__attribute__ ((noreturn)) static void end_in_livelock (unsigned count) {
  sett_fail (SETT_VIOLATION_LIVELOCK, 0, NULL,
             "%s on a condition that cannot change",
             count > 1 ? "threads spin" : "a thread spins");
}

__attribute__ ((noreturn)) static void end_in_deadlock (unsigned count) {
  sett_fail (SETT_VIOLATION_DEADLOCK, 0, NULL,
             count > 1 ? "%u threads are blocked forever"
                       : "a thread is blocked forever",
             count);
}

__attribute__ ((noreturn)) static void end_all_stuck (void) {
  const sett_standstill s = sett_processes_standstill ();
  SETT_ASSERT (s.spinning <= s.blocked);
  conduct->stuck = 1;
  if (!s.blocked) {
    sett_processes_note_idle ();
    sett_leftovers_of_all ();
  }
  if (!s.blocked || !engine.shared->orders.deadlocks)
    sett_end (SETT_ENDED);
  end_if_signal_expected ();
  if (s.spinning == s.blocked)
    end_in_livelock (s.spinning);
  end_in_deadlock (s.blocked);
}

/* Busy waiting is to blame if nobody else waits in a circle. */
void sett_end_stuck (void) {
  if (engine.multi)
    end_all_stuck ();
  unsigned blocked = 0, spinning = 0, circles = 0;
  for (sett_thread_set rest = world->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_thread *t = &world->threads[sett_threads_first (rest)];
    if (sett_spin_is_outside (t))
      sett_end (SETT_CUT);
    blocked++;
    spinning += t->vain.waits || (t->operation == SETT_DO_AWAIT && !t->wants);
    circles += (unsigned)is_in_circle (t);
  }
  conduct->stuck = 1;
  SETT_ASSERT (spinning <= blocked && circles <= blocked);
  if (!blocked || !engine.shared->orders.deadlocks)
    sett_end (SETT_ENDED);
  end_if_signal_expected ();
  if (spinning && !circles)
    end_in_livelock (spinning);
  end_in_deadlock (blocked);
}

/*------------------------------------------------------------------------*/
/* The program ends. */

/* Of one that does not fail now, who it was is kept: it may turn out to be a
   violation (counterexample/exits.c). */
static void end_with_status (int status, uintptr_t place) {
  const sett_exits *exits = &engine.shared->exits[engine.process];
  conduct->exit_status = status;
  if (!status)
    return;
  if (sett_exits_are_wrong (exits, engine.shared->orders.exit_status))
    sett_fail (SETT_VIOLATION_EXIT_STATUS, place, NULL, SETT_EXITED, status);
  conduct->violation_thread = (int)world->current;
  conduct->violation_place = place;
}

void sett_end_program (int status, uintptr_t place) {
  sett_visible (engine.multi ? SETT_DO_EXIT : SETT_DO_END, NULL, 0, NULL,
                place);
  sett_end_program_now (status, place);
}

void sett_end_program_now (int status, uintptr_t place) {
  const int counts = engine.process < engine.shared->initial_count;
  if (UNLIKELY (engine.narrating))
    narrator->value ((uint64_t)(status & 0xff));
  if (counts)
    end_with_status (status & 0xff, place);
  if (engine.multi)
    sett_processes_exit ((status & 0xff) << 8);
  sett_end (SETT_ENDED);
}

int sett_end_status_of_signal (int signal) {
  const int counts = engine.shared->initial_count == 1 || signal == SIGPIPE;
  return counts ? 128 + signal : 0;
}

void sett_end_by_signal_now (int signal, uintptr_t place) {
  if (engine.process < engine.shared->initial_count)
    end_with_status (sett_end_status_of_signal (signal), place);
  sett_processes_exit (signal);
}

void sett_end_by_signal (int signal, uintptr_t place) {
  sett_self ()->dies = 1;
  sett_visible (SETT_DO_EXIT, NULL, 0, NULL, place);
  sett_end_by_signal_now (signal, place);
}

void sett_end_at_last (void) {
  if (!sett_active ())
    return;
  upcalls.flush_output ();
  sett_end_program (sett_self ()->exit_status, 0);
}

/* Found before the snapshot: to find it is to write to pages of the dynamic
   linker, which would have to be reset. */
static __typeof__ (&exit) find_exit (void) {
  return SETT_REAL (exit);
}

__attribute__ ((constructor)) static void begin (void) {
  find_exit ();
}

EXPORT void exit (int status) {
  if (sett_active ()) {
    sett_self ()->exit_status = status;
    sett_self ()->exits = 1;
  }
  find_exit () (status);
  __builtin_unreachable ();
}

EXPORT void _exit (int status) {
  if (sett_active ())
    sett_end_program (status, SETT_HERE);
  sett_raw (SYS_exit_group, status);
  __builtin_unreachable ();
}

EXPORT void _Exit (int status) {
  if (sett_active ())
    sett_end_program (status, SETT_HERE);
  sett_raw (SYS_exit_group, status);
  __builtin_unreachable ();
}

/*------------------------------------------------------------------------*/
/* Something is wrong, the program says. */

EXPORT void abort (void) {
  if (sett_active ())
    sett_fail (SETT_VIOLATION_ABORT, SETT_HERE, NULL, "abort was called");
  SETT_REAL (abort) ();
  __builtin_unreachable ();
}

EXPORT void __assert_fail (const char *expression, const char *file,
                           unsigned line, const char *function) {
  if (sett_active () && engine.shared->orders.assertions)
    sett_fail (SETT_VIOLATION_ASSERTION, SETT_HERE, NULL,
               "assertion '%s' does not hold", expression);
  if (sett_active ())
    sett_end (SETT_ENDED);
  SETT_REAL (__assert_fail) (expression, file, line, function);
  __builtin_unreachable ();
}
