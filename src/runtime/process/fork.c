/* Processes that the program makes.

   The child is a copy of the process, made by the kernel.  It takes part in the
   execution as a process of the system (processes.h): it has a number, by which
   thread made it and how many it had made before, and waits for its turn like
   all others.  Only the thread that called fork is in it, under a number of its
   own.

   The copy lives as long as the execution.  When its program has ended it still
   waits for a turn that never comes, and is killed by the leader before the
   next execution: children of its own die with it too early otherwise.  The
   kernel never reports it to anybody.

   A program that was started by itself is run again, as a system of one
   process. */

#include "runtime/process/fork.h"

#include "base/assert.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/images.h"
#include "runtime/core/narrator.h"
#include "runtime/sched/randomness.h"
#include "runtime/core/os_model.h"
#include "runtime/files/descriptors.h"
#include "runtime/sched/own_signals.h"
#include "runtime/core/knowledge.h"
#include "runtime/race/lockset.h"
#include "runtime/sync/mutex.h"
#include "runtime/race/owners.h"
#include "runtime/race/races.h"
#include "runtime/core/real.h"
#include "runtime/sched/children.h"
#include "runtime/sched/arrangements.h"
#include "runtime/sched/schedule.h"
#include "runtime/ipc/shared_memory.h"
#include "runtime/net/sockets.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/state.h"
#include "runtime/sched/syscalls.h"
#include "runtime/sched/processes.h"
#include "runtime/files/shadow.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static sett_member *member (unsigned process) {
  SETT_ASSERT (process < SETT_SYSTEM_PROCESSES);
  return &engine.shared->members[process];
}

/*------------------------------------------------------------------------*/

void sett_processes_want (void) {
  engine.active = 0;
  if (engine.has_snapshot)
    sett_descriptors_restore ();
  engine.shared->wants_processes = 1;
  engine.shared->phase = SETT_PHASE_DONE;
  sett_raw (SYS_exit_group, 0);
  __builtin_unreachable ();
}

long sett_process_copy (void) {
  static const struct {
    void (*handler) (int);
    unsigned long flags;
    void *restorer;
    uint64_t mask;
  } ignore = {SIG_IGN, 0, NULL, 0};
  const long parent = sett_raw (SYS_getpid);
  sett_raw (SYS_rt_sigaction, SIGCHLD, &ignore, 0, 8);
  const long machine = sett_raw (SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (machine < 0)
    sett_give_up ("cannot make a process: error %ld", -machine);
  if (machine)
    return machine;
  sett_raw (SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (sett_raw (SYS_getppid) != parent)
    sett_raw (SYS_exit_group, 0); /* it has died meanwhile */
  upcalls.detach ();
  return 0;
}

void sett_process_adopt (void) {
  sett_objects_open ();
  sett_knowledge_open ();
  sett_races_adopt ();
  sett_owners_adopt ();
  sett_lockset_adopt ();
}

/*------------------------------------------------------------------------*/
/* The parent's part. */

static void name_child (unsigned process) {
  sett_member *m = member (process);
  char name[sizeof m->name];
  if (m->name[0])
    return;
  engine.active = 0; /* formatting is not the program's doing */
  snprintf (name, sizeof name, "%.24s.%u", member (engine.process)->name,
            process - engine.shared->initial_count + 1);
  memcpy (m->name, name, sizeof name);
  engine.active = 1;
}

/* What the child begins with: the state of the running thread as it is now,
   under another number.  What does not fit is left where the child looks for
   it (vector_clock.h). */
static sett_thread child_of (const sett_thread *self, unsigned number,
                             uintptr_t place) {
  sett_thread t = *self;
  SETT_ASSERT (number != self->number && number < SETT_MOST_THREADS);
  t.number = (uint8_t)number;
  t.operation = SETT_DO_START;
  t.guard = NULL;
  t.has_object = 0;
  t.place = place;
  t.cause = sett_now ();
  t.creator = self->number;
  t.children = 0;
  t.detached = t.joined = t.settled = 0;
  t.postponed = t.overdue = 0;
  memset (&t.spin, 0, sizeof t.spin);
  sett_vector_clock_copy_far (&world->threads[number].clock, &self->clock,
                              engine.most_threads);
  return t;
}

static void prepare (unsigned process, const sett_thread *child) {
  sett_children_add (process);
  sett_arrangements_add (sett_self ()->number, child->number);
  name_child (process);
  sett_descriptors_fork ();
  sett_segments_fork ();
  sett_shadow_fork (process);
  if (UNLIKELY (engine.stateful))
    sett_state_born (process, child);
  sett_processes_enrol (process, 0);
  sett_processes_expect (child, process);
  if (LIKELY (!engine.narrating))
    return;
  narrator->birth (child);
  narrator->partner (child->number);
}

/*------------------------------------------------------------------------*/
/* The child's part. */

static void be_alone (const sett_thread *child) {
  const unsigned old = world->current;
  SETT_ASSERT (child->number != old);
  for (unsigned i = 0; i < world->thread_count; i++)
    if (i != child->number)
      sett_vector_clock_clear_far (&world->threads[i].clock,
                                   engine.most_threads);
  memset (world->threads, 0, world->thread_count * sizeof *world->threads);
  world->threads[child->number] = *child;
  *sett_vector_clock_at (&world->threads[child->number].clock, child->number) =
      1;
  sett_world_turn (child->number);
  world->thread_count = conduct->thread_count;
  world->alive = sett_threads_of (child->number);
  world->in_atomic = -1;
  os_process->process_pending = 0;
  memset (os_process->pending, 0, sizeof os_process->pending);
  memset (&os_process->queue, 0, sizeof os_process->queue);
  memset (os_process->uses, 0, sizeof os_process->uses);
  memset (os_process->used_at_once, 0, sizeof os_process->used_at_once);
  sett_sockets_forked ();
  sett_held_renumber (old);
}

static void live (unsigned process, const sett_thread *child) {
  SETT_ASSERT (process != engine.process);
  engine.process = sett_table_process = process;
  engine.seat = 0;
  engine.ticket = member (process)->ticket;
  engine.active = 0;
  be_alone (child);
  if (!engine.real_threads) {
    sett_trap_open ();
    sett_own_signals_watch (1);
  }
  sett_processes_wait ();
  sett_process_adopt ();
  if (UNLIKELY (engine.narrating))
    sett_images_list ();
  sett_schedule_born ();
}

/*------------------------------------------------------------------------*/

/* With what it needs in a frame of its own: that is no part of the state. */
__attribute__ ((noinline)) static long
make_child (unsigned process, unsigned number, uintptr_t place) {
  sett_thread *self = sett_self ();
  SETT_ASSERT (engine.multi && process && number);
  const sett_thread child = child_of (self, number, place);
  ++*sett_vector_clock_at (&self->clock, self->number);
  sett_spin_progress ();
  prepare (process, &child);
  const long machine = sett_process_copy ();
  if (!machine) {
    live (process, &child);
    return 0;
  }
  member (process)->machine[0] = (int)machine;
  return sett_process_number (process);
}

static long fork_here (uintptr_t place) {
  sett_thread *self = sett_self ();
  if (UNLIKELY (engine.real_threads)) /* of which the child would have one */
    sett_give_up ("it forks, which it cannot do under gdb; a replay without "
                  "--gdb works");
  if (!engine.multi)
    sett_processes_want ();
  const sett_life *mine = &os_model->lives[engine.process];
  sett_visible (SETT_DO_FORK, &mine->news, SETT_EFFECT_STORE, NULL, place);
  if (UNLIKELY (engine.stateful))
    sett_state_before_birth ();
  if (sett_processes_others_run ()) /* and may be in the middle of something */
    sett_know_copied ();
  if (engine.copied)
    sett_affect (&world->thread_count, SETT_EFFECT_STORE, 0);
  const unsigned number = sett_know_birth (self->number, self->children++);
  const unsigned process = number ? sett_know_process (number) : 0;
  if (!process) {
    self->children--;
    sett_note_add (1, place, "too many processes: fork failed with EAGAIN");
    return -EAGAIN;
  }
  return make_child (process, number, place);
}

/* A process that shares memory with its parent until it becomes another
   program: it has a copy, and the parent waits. */
static void wait_until_loose (long number, uintptr_t place) {
  const int process = sett_children_find ((int)number);
  if (process < 0)
    return;
  const uint64_t *loose = &os_model->lives[process].loose;
  while (!*loose) {
    sett_spin_looked (loose, loose, sizeof *loose);
    sett_spin_wait (place);
  }
}

/*------------------------------------------------------------------------*/
/* The C library's fork does more than the system call, which comes here. */

static uintptr_t called_at; /* by the program */

static uintptr_t place_of_call (uintptr_t place) {
  const uintptr_t known = called_at;
  called_at = 0;
  return known ? known : place;
}

long sett_call_fork (const sett_call *call, uintptr_t place) {
  (void)call;
  return fork_here (place_of_call (place));
}

long sett_call_vfork (const sett_call *call, uintptr_t place) {
  (void)call;
  const long result = fork_here (place);
  if (result > 0)
    wait_until_loose (result, place);
  return result;
}

long sett_call_clone (const sett_call *call, uintptr_t place) {
  if (call->a[0] & CLONE_VM || call->a[1])
    return sett_call_end (call, place);
  return fork_here (place_of_call (place));
}

/* Are there functions to be called (pthread_atfork)? */
static int has_handlers;

int __register_atfork (void (*) (void), void (*) (void), void (*) (void),
                       void *);
EXPORT int __register_atfork (void (*before) (void), void (*in_parent) (void),
                              void (*in_child) (void), void *module) {
  has_handlers = 1;
  return SETT_REAL (__register_atfork) (before, in_parent, in_child, module);
}

/* What it does about other threads takes its time: it looks at all stacks. */
EXPORT pid_t fork (void) {
  if (!sett_active ())
    return SETT_REAL (fork) ();
  if (!has_handlers && sett_threads_only (world->alive, world->current))
    return (pid_t)sett_result (fork_here (SETT_HERE));
  called_at = SETT_HERE;
  return SETT_REAL (fork) ();
}

pid_t _Fork (void);
EXPORT pid_t _Fork (void) {
  if (sett_active ())
    called_at = SETT_HERE;
  return SETT_REAL (_Fork) ();
}
