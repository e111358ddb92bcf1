/* The ends of processes, and what is left when nobody can go on: see
   process_ends.h.  What always holds: a thread that has gone with its process
   stands where it was until the execution is unwound, and holds nothing that
   another process could want. */

#include "java/agent/process_ends.h"

#include "base/assert.h"
#include "java/agent/guest.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/object_numbers.h"
#include "java/agent/monitors.h"
#include "java/agent/network.h"
#include "java/agent/rmi.h"
#include "java/agent/scheduler.h"
#include "java/agent/selectors.h"

#include <stdio.h>

/* Threads that it takes with it could have gone first: they are about to do
   what they were, and cannot. */
void sett_process_end (sett_jthread *t, int status, uintptr_t place) {
  sett_jprocess *p = &world.processes[t->process];
  sett_thread_set others = sett_fellows (t);
  SETT_ASSERT (!p->ended && t->alive);
  sett_threads_drop (&others, t->number);
  *p = (sett_jprocess){.ended = 1,
                       .status = status,
                       .exit_thread = (int)t->number,
                       .exit_place = place,
                       .thread_count = p->thread_count};
  if (!world.guest) {
    sett_jaffect (sett_process_number (t->process), SETT_EFFECT_DIE, 0);
    sett_network_end (t);
    sett_rmi_process_end (t);
  }
  world.lost = sett_threads_or (world.lost, others);
  world.alive = sett_threads_but (world.alive, others);
  sett_threads_drop (&world.alive, t->number);
  t->alive = 0;
  SETT_EACH_THREAD (i, others) {
    world.threads[i].alive = 0;
  }
}

static int is_wrong (const sett_jthread *t, int status) {
  return status && sett_exits_are_wrong (&world.shared->exits[t->process],
                                         world.shared->orders.exit_status);
}

void sett_program_end (JNIEnv *env, sett_jthread *t, int status,
                       uintptr_t place) {
  status &= 0xff;
  world.exit_status = status;
  if (world.guest) { /* where it is judged */
    sett_process_end (t, status, place);
    sett_guest_exit (t, status, place);
    return;
  }
  if (world.narrating && world.multi)
    sett_narrate_value ((uint64_t)status);
  if (is_wrong (t, status))
    sett_jfail (env, SETT_VIOLATION_EXIT_STATUS, place, SETT_EXITED, status);
  else if (world.multi) {
    sett_process_end (t, status, place);
    sett_jschedule_away (t);
  } else
    sett_jend (SETT_ENDED);
}

int sett_program_meet_end (JNIEnv *env, sett_jthread *t, uintptr_t place) {
  return sett_jvisible (env, t, world.multi ? SETT_DO_EXIT : SETT_DO_END, NULL,
                        0, 0, NULL, place);
}

void sett_program_stay_out (JNIEnv *env, sett_jthread *t) {
  while (!world.over)
    sem_wait (&t->turn);
  sett_junwind (env);
}

void sett_program_leave (JNIEnv *env, sett_jthread *t, int status,
                         uintptr_t place) {
  if (sett_program_meet_end (env, t, place))
    sett_program_end (env, t, status, place);
  sett_program_stay_out (env, t);
}

/*------------------------------------------------------------------------*/

static int rests (const sett_jthread *t) {
  return sett_network_rests (t) || sett_selector_rests (t) ||
         sett_rmi_rests (t);
}

/* A mask of processes that have a thread which waits for somebody to come. */
static uint64_t processes_at_rest (void) {
  uint64_t mask = 0;
  SETT_EACH_THREAD (i, world.alive) {
    const sett_jthread *t = &world.threads[i];
    if (!world.shared->orders.must_end && rests (t))
      mask |= (uint64_t)1 << t->process;
  }
  return mask;
}

/* Servers may wait for clients for ever; so may other threads of such a process
   of a system wait, but not for locks, nor for results of remote calls. */
static int must_end (const sett_jthread *t, uint64_t at_rest) {
  if (t->daemon)
    return 0;
  if (world.multi)
    return !(at_rest >> t->process & 1) || sett_monitor_holder (t) >= 0 ||
           sett_rmi_waits (t);
  return world.shared->orders.must_end || !rests (t);
}

unsigned sett_processes_blocked (void) {
  const uint64_t at_rest = processes_at_rest ();
  unsigned blocked = 0;
  SETT_EACH_THREAD (i, world.alive) {
    blocked += must_end (&world.threads[i], at_rest) != 0;
  }
  return blocked;
}

static int somebody_came (void) {
  for (unsigned i = 0; i < world.process_count; i++)
    if (world.processes[i].ended)
      return 1;
  for (uint32_t i = 0; i < world.log->count; i++)
    if (world.log->events[i].operation == SETT_DO_ACCEPT ||
        world.log->events[i].operation == SETT_DO_ENTER ||
        world.log->events[i].operation == SETT_DO_RECEIVE_FROM)
      return 1;
  return 0;
}

void sett_processes_note_idle (void) {
  const uint64_t at_rest = world.multi ? processes_at_rest () : 0;
  if (!at_rest || world.warming)
    return;
  if (!somebody_came ()) {
    sett_jnote (SETT_NOTE_INFORMS, 0,
                "all processes wait for others to come, and nobody does");
    return;
  }
  for (unsigned i = 0; i < world.process_count; i++)
    if (at_rest >> i & 1)
      sett_jnote (SETT_NOTE_RESTS, 0,
                  "%s is idle at the end: nobody comes any more (--must-end "
                  "objects)",
                  world.shared->members[i].name);
}
