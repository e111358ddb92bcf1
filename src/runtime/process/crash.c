/* Crashes and restarts on request (--faults crash=N,restart=N).

   A process that may crash (crash_budget.h) can do so before its first
   operation and after each one that others can see: it ends as if somebody had
   killed it, with all its threads, and the kernel closes what it had open.
   Between these it makes no difference when; whatever others do first they can
   do before the crash, which is an event of its own.  So the thread that did
   something visible decides before its next operation, in an event without
   effects.

   A process that the system has started can start again then, from the
   beginning of its program: a copy of the process waits for that as a thread of
   a new number, in the second seat of the process (shared.h), and becomes the
   same program once more when its turn comes. Files stay as they are.  Its new
   life is another object than the old one. */

#include "runtime/process/crash.h"

#include "base/assert.h"
#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/process/execute.h"
#include "runtime/sched/crash_budget.h"
#include "runtime/sched/own_signals.h"
#include "runtime/process/fork.h"
#include "runtime/core/knowledge.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sched/processes.h"

#include <signal.h>
#include <string.h>

/*------------------------------------------------------------------------*/
/* Restarting. */

/* Births of this kind begin with this number. */
enum { REBIRTHS = 1 << 16 };

static sett_thread new_thread (unsigned number, uintptr_t place) {
  SETT_ASSERT (number < SETT_MOST_THREADS);
  sett_thread t = {0};
  t.number = (uint8_t)number;
  t.alive = 1;
  t.operation = SETT_DO_START;
  t.place = place;
  t.cause = sett_now ();
  t.fs = sett_self ()->fs;
  t.top = sett_self ()->top;
  t.low = sett_self ()->low;
  return t;
}

/* The copy: nothing but a thread that is about to start. */
static void take_place (const sett_thread *t, uint32_t ticket) {
  sett_member *m = &engine.shared->members[engine.process];
  engine.seat = 1;
  engine.ticket = ticket;
  if (!m->former) /* all others of its lives end with the first one */
    m->former = m->machine[1];
  m->machine[1] = (int)sett_raw (SYS_getpid);
  engine.active = engine.is_resting = 0;
  for (unsigned i = 0; i < world->thread_count; i++)
    sett_vector_clock_clear_far (&world->threads[i].clock, engine.most_threads);
  memset (world->threads, 0, world->thread_count * sizeof *world->threads);
  world->threads[t->number] = *t;
  *sett_vector_clock_at (&world->threads[t->number].clock, t->number) = 1;
  sett_world_turn (t->number);
  world->alive = sett_threads_of (t->number);
  SETT_ASSERT (t->number < engine.most_threads);
  world->in_atomic = -1;
}

__attribute__ ((noreturn)) static void start_again (uintptr_t place) {
  sett_life *life = &os_model->lives[engine.process];
  SETT_ASSERT (life->ended && life->crashed);
  sett_visible (SETT_DO_REVIVE, &life->over, SETT_EFFECT_STORE, NULL, place);
  sett_affect (&life->over, SETT_EFFECT_STORE, life->over);
  sett_affect (&life->zombies, SETT_EFFECT_STORE, life->zombies);
  sett_affect (&life->signals, SETT_EFFECT_STORE, life->signals);
  life->ended = life->over = life->crashed = 0;
  life->zombies = life->signals = 0;
  memset (&life->queue, 0, sizeof life->queue);
  life->handled = life->ignored = life->held = life->no_zombies = 0;
  os_model->crash_budget[engine.process]--;
  sett_descriptors_return ();
  sett_execute_again (place);
}

/* In the event of the crash. */
static void prepare_restart (uintptr_t place) {
  sett_member *m = &engine.shared->members[engine.process];
  SETT_ASSERT (engine.reborn < SETT_MOST_REBIRTHS);
  const unsigned number = sett_know_birth (m->main, REBIRTHS + engine.reborn);
  if (!number) {
    sett_note_add (1, place, "too many threads: what crashes stays away");
    return;
  }
  const sett_thread t = new_thread (number, place);
  engine.reborn++; /* in the copy */
  const uint32_t ticket = sett_processes_enrol (engine.process, 1);
  sett_processes_expect (&t, engine.process);
  if (sett_process_copy ()) {
    engine.reborn--;
    engine.is_resting = 1;
    return;
  }
  take_place (&t, ticket);
  if (!engine.real_threads) {
    sett_trap_open ();
    sett_own_signals_watch (1);
  }
  sett_processes_wait ();
  sett_process_adopt ();
  sett_schedule_born ();
  start_again (place);
}

/*------------------------------------------------------------------------*/

/* One that waits has decided before it began to. */
static int is_decided (const sett_thread *t) {
  return t->settled || t->waiting || world->in_atomic >= 0 ||
         !os_model->crash_budget[engine.process];
}

enum { GOES_ON, CRASHES, CRASHES_AND_COMES_BACK };

static unsigned decide (uintptr_t place) {
  const unsigned ways = os_model->crash_budget[engine.process] > 1 ? 3 : 2;
  sett_self ()->settled = 1;
  sett_visible (SETT_DO_RISK, NULL, 0, NULL, place);
  return sett_alternative_rarely (ways);
}

void sett_crash_try (sett_operation operation, uintptr_t place) {
  if (operation == SETT_DO_RISK)
    return;
  if (UNLIKELY (sett_crash_budget_is_open ()) && !engine.process)
    sett_crash_budget_choose (place);
  if (operation == SETT_DO_START || operation == SETT_DO_CRASH ||
      operation == SETT_DO_REVIVE)
    return;
  if (UNLIKELY (!engine.has_snapshot)) /* what is chosen comes later */
    sett_visible (SETT_DO_START, NULL, 0, NULL, place);
  if (is_decided (sett_self ()))
    return;
  const unsigned way = decide (place);
  if (way == GOES_ON)
    return;
  sett_visible (SETT_DO_CRASH, NULL, 0, NULL, place);
  sett_spin_progress ();
  SETT_ASSERT (os_model->crash_budget[engine.process]);
  os_model->crash_budget[engine.process]--;
  sett_processes_die (SIGKILL);
  os_model->lives[engine.process].crashed = 1;
  if (way == CRASHES_AND_COMES_BACK)
    prepare_restart (place);
  sett_schedule_away ();
}
