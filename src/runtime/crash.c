/* Crashes and restarts on request (--faults crash=N,restart=N).

   A process that the system starts may crash before any operation that others
   could notice, or that waits: it ends as if somebody had killed it, with all
   its threads, and the kernel closes what it had open.

   It may start again then, from the beginning of its program: a copy of the
   process waits for that as a thread of a new number, in the second seat of the
   process (board.h), and becomes the same program once more when its turn
   comes. Files stay as they are.  Its new life is another object than the old
   one. */

#include "runtime/crash.h"

#include "runtime/commons.h"
#include "runtime/descriptors.h"
#include "runtime/execute.h"
#include "runtime/failures.h"
#include "runtime/faults.h"
#include "runtime/fork.h"
#include "runtime/knowledge.h"
#include "runtime/schedule.h"
#include "runtime/spin.h"
#include "runtime/syscalls.h"
#include "runtime/system.h"

#include <signal.h>
#include <string.h>

/*------------------------------------------------------------------------*/
/* Restarting. */

/* Births of this kind begin with this number. */
enum { REBIRTHS = 1 << 16 };

static sett_thread new_thread (unsigned number, uintptr_t place) {
  sett_thread t = {0};
  t.number = number;
  t.alive = 1;
  t.operation = SETT_DO_START;
  t.place = place;
  t.cause = sett_now ();
  t.fs = sett_self ()->fs;
  t.top = sett_self ()->top;
  t.low = sett_self ()->low;
  t.clock[number] = 1;
  return t;
}

/* The copy: nothing but a thread that is about to start. */
static void take_place (const sett_thread *t, uint32_t ticket) {
  engine.seat = 1;
  engine.ticket = ticket;
  engine.board->members[engine.process].machine[1] = (int)sett_raw (SYS_getpid);
  engine.active = engine.is_resting = 0;
  memset (world->threads, 0, world->thread_count * sizeof *world->threads);
  world->threads[t->number] = *t;
  world->current = t->number;
  world->alive = (uint64_t)1 << t->number;
  world->in_atomic = -1;
}

__attribute__ ((noreturn)) static void start_again (uintptr_t place) {
  sett_life *life = &commons->lives[engine.process];
  if (!sett_failure_choose (SETT_FAILURE_RESTART, 1, place)) {
    world->alive = 0;
    sett_schedule_away ();
  }
  sett_affect (&life->over, SETT_EFFECT_STORE, life->over);
  life->ended = life->over = 0;
  sett_descriptors_return ();
  sett_execute_again (place);
}

/* In the event of the crash. */
static void prepare_restart (uintptr_t place) {
  sett_member *m = &engine.board->members[engine.process];
  if (!engine.board->orders.faults[SETT_FAILURE_RESTART] ||
      engine.reborn == SETT_MOST_REBIRTHS)
    return;
  const unsigned number = sett_know_birth (m->main, REBIRTHS + engine.reborn);
  if (!number)
    return;
  const sett_thread t = new_thread (number, place);
  engine.reborn++; /* in the copy */
  const uint32_t ticket = sett_system_enrol (engine.process, 1);
  sett_system_expect (&t, engine.process);
  if (sett_process_copy ()) {
    engine.reborn--;
    engine.is_resting = 1;
    return;
  }
  take_place (&t, ticket);
  if (!engine.real_threads) {
    sett_trap_open ();
    sett_faults_watch (1);
  }
  sett_system_wait ();
  sett_process_adopt ();
  sett_schedule_born ();
  start_again (place);
}

/*------------------------------------------------------------------------*/

static int is_risky (sett_operation operation, sett_gate gate) {
  switch (operation) {
  case SETT_DO_RISK:
  case SETT_DO_FAIL:
  case SETT_DO_START:
    return 0;
  default:
    return gate || !sett_operation_is_local (operation);
  }
}

void sett_crash_try (sett_operation operation, sett_gate gate,
                     uintptr_t place) {
  if (!is_risky (operation, gate) || !engine.has_snapshot ||
      world->in_atomic >= 0 ||
      !sett_failure_choose (SETT_FAILURE_CRASH, 1, place))
    return;
  sett_system_die (SIGKILL);
  prepare_restart (place);
  sett_schedule_away ();
}
