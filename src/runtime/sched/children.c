/* Parents and children, in the OS model (os_model.h): who is whose child, who
   has ended, and who knows.

   Everything that a parent can learn by waiting is one object, its `news': a
   count of what has happened to its children.  Who waits, waits for the next
   news.  But the usual case, a parent with a single thread, waits for a child
   to be over, or for any zombie, which is one event only. */

#include "runtime/sched/children.h"

#include "base/assert.h"
#include "runtime/core/upcalls.h"
#include "runtime/core/narrator.h"
#include "runtime/sched/randomness.h"
#include "runtime/sched/early.h"
#include "runtime/sched/groups.h"
#include "runtime/sched/kill.h"
#include "runtime/core/real.h"
#include "runtime/race/races.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/signals.h"
#include "runtime/sched/spin.h"
#include "runtime/sched/syscalls.h"

#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static sett_life *life_of (unsigned process) {
  SETT_ASSERT (process < SETT_SYSTEM_PROCESSES);
  return &os_model->lives[process];
}

static sett_life *own_life (void) {
  return life_of (engine.process);
}

static int is_child (unsigned process) {
  const sett_life *l = life_of (process);
  return l->there && l->is_child && l->father == engine.process &&
         !l->forgotten;
}

/*------------------------------------------------------------------------*/
/* Beginning and end. */

/* A parent that is gone, or lives again, does not hear of it. */
static void tell_parent (sett_life *parent, int is_known) {
  sett_affect (&parent->news, SETT_EFFECT_ADD, parent->news);
  sett_affect (&parent->zombies, SETT_EFFECT_ADD, parent->zombies);
  if (!is_known)
    return;
  parent->news++;
  parent->zombies++;
  sett_races_release (&parent->news);
}

void sett_children_add (unsigned child) {
  SETT_ASSERT (child != engine.process);
  const sett_life *mine = own_life ();
  sett_affect (&mine->news, SETT_EFFECT_STORE, mine->news);
  *life_of (child) = (sett_life){.there = 1,
                                 .is_child = 1,
                                 .father = (uint8_t)engine.process,
                                 .parent = engine.process + 1u,
                                 .handled = mine->handled,
                                 .ignored = mine->ignored,
                                 .no_zombies = mine->no_zombies,
                                 .held = sett_self ()->signal_mask};
  sett_groups_add (child);
}

static void leave_children (void) {
  for (unsigned i = 0; i < engine.shared->member_count; i++) {
    sett_life *child = life_of (i);
    if (!is_child (i))
      continue;
    sett_affect (&child->parent, SETT_EFFECT_STORE, child->parent);
    sett_affect (&child->over, SETT_EFFECT_STORE, child->over);
    child->parent = 0;
    child->forgotten = 1;
  }
}

int sett_children_there (void) {
  for (unsigned i = 0; i < engine.shared->member_count; i++)
    if (is_child (i))
      return 1;
  return 0;
}

void sett_children_end (void) {
  sett_life *mine = own_life ();
  SETT_ASSERT (!mine->over);
  leave_children ();
  sett_affect (&mine->loose, SETT_EFFECT_STORE, mine->loose);
  sett_affect (&mine->over, SETT_EFFECT_STORE, mine->over);
  mine->loose = mine->over = 1;
  if (!mine->is_child)
    return;
  sett_affect (&mine->parent, SETT_EFFECT_LOAD, mine->parent);
  tell_parent (life_of (mine->father), mine->parent != 0);
  if (!life_of (mine->father)->ended && !mine->forgotten)
    mine->forgotten = sett_signals_child_ends (mine->father) != 0;
}

/*------------------------------------------------------------------------*/
/* Waiting. */

/* Which children are meant may change: they are those of a group. */
static int is_for_group (const sett_wait_request *r) {
  return !r->process || r->process < -1;
}

static int is_meant (const sett_wait_request *r, unsigned process) {
  if (!is_child (process))
    return 0;
  if (is_for_group (r))
    return sett_groups_has (
        r->process ? -r->process : sett_groups_of (engine.process), process);
  return r->process < 0 || r->process == sett_process_number (process);
}

typedef struct answer {
  int any;   /* there are such children */
  int ended; /* this one has; -1: none */
} answer;

static answer look (const sett_wait_request *r) {
  answer a = {0, -1};
  if (is_for_group (r))
    sett_groups_affect ();
  for (unsigned i = 0; i < engine.shared->member_count; i++) {
    if (!is_meant (r, i))
      continue;
    a.any = 1;
    if (a.ended < 0 && life_of (i)->ended)
      a.ended = (int)i;
  }
  return a;
}

static long take (const sett_wait_request *r, unsigned child) {
  sett_spin_progress ();
  if (UNLIKELY (engine.narrating))
    narrator->partner (engine.shared->members[child].main);
  if (r->status)
    *r->status = life_of (child)->status;
  if (!r->keeps) {
    sett_life *life = life_of (child);
    SETT_ASSERT (life->ended && !life->forgotten);
    sett_affect (&life->over, SETT_EFFECT_STORE, life->over);
    life->forgotten = 1; /* who sends it a signal gets to know */
    own_life ()->zombies--;
  }
  return sett_process_number (child);
}

static int is_not_zero (const sett_thread *t) {
  return *(const uint64_t *)t->object != 0;
}

/* Nobody else can take the child, or make one, and it is there to be taken. */
static int waits_alone (void) {
  const sett_life *mine = own_life ();
  return sett_threads_only (world->alive, world->current) &&
         !engine.signalled && !(mine->ignored >> (SIGCHLD - 1) & 1) &&
         !mine->no_zombies;
}

static long wait_alone (const sett_wait_request *r, uintptr_t place) {
  sett_life *mine = own_life ();
  const int child = r->process > 0 ? sett_children_find (r->process) : -1;
  uint64_t *word =
      child >= 0 ? &life_of ((unsigned)child)->over : &mine->zombies;
  sett_visible (SETT_DO_WAIT_CHILD, word, SETT_EFFECT_RECEIVE, is_not_zero,
                place);
  sett_affect (word, SETT_EFFECT_RECEIVE, *word);
  if (child >= 0)
    sett_affect (&mine->zombies, SETT_EFFECT_ADD, mine->zombies);
  sett_races_acquire (&mine->news);
  SETT_ASSERT (look (r).ended >= 0);
  return take (r, (unsigned)look (r).ended);
}

long sett_children_wait (const sett_wait_request *r, uintptr_t place) {
  sett_life *mine = own_life ();
  if (r->hangs && !is_for_group (r) && waits_alone ())
    return look (r).any ? wait_alone (r, place) : -ECHILD;
  for (;;) {
    sett_visible (SETT_DO_WAIT_CHILD, &mine->news, SETT_EFFECT_STORE, NULL,
                  place);
    sett_affect (&mine->news, SETT_EFFECT_STORE, mine->news);
    sett_races_acquire (&mine->news);
    const answer a = look (r);
    if (a.ended >= 0)
      return take (r, (unsigned)a.ended);
    if (!a.any)
      return -ECHILD;
    if (!r->hangs) {
      sett_spin_looked (&mine->news, &mine->news, sizeof mine->news);
      return 0;
    }
    sett_spin_progress ();
    sett_spin_looked (&mine->news, &mine->news, sizeof mine->news);
    if (upcalls.cancel_wait (NULL, NULL, place) == SETT_INTERRUPTED)
      return -EINTR;
  }
}

/*------------------------------------------------------------------------*/
/* As programs call it. */

static long wait_for (int process, int *status, int options,
                      struct rusage *usage, uintptr_t place) {
  if (usage)
    memset (usage, 0, sizeof *usage);
  const sett_wait_request r = {
      .process = process, .hangs = !(options & WNOHANG), .status = status};
  return sett_call_over (sett_children_wait (&r, place), place);
}

long sett_call_wait4 (const sett_call *call, uintptr_t place) {
  return wait_for ((int)call->a[0], (int *)call->a[1], (int)call->a[2],
                   (struct rusage *)call->a[3], place);
}

void sett_children_describe (int process, int status, siginfo_t *info) {
  memset (info, 0, sizeof *info);
  if (!process)
    return;
  info->si_signo = SIGCHLD;
  info->si_pid = process;
  info->si_code = WIFEXITED (status) ? CLD_EXITED : CLD_KILLED;
  info->si_status =
      WIFEXITED (status) ? WEXITSTATUS (status) : WTERMSIG (status);
}

static long wait_id (int kind, int process, siginfo_t *info, int options,
                     uintptr_t place) {
  int status = 0;
  const int meant = kind == P_PID    ? process
                    : kind == P_PGID ? (process == 1 ? INT_MIN : -process)
                                     : -1;
  const sett_wait_request r = {.process = meant,
                               .hangs = !(options & WNOHANG),
                               .keeps = !!(options & WNOWAIT),
                               .status = &status};
  if (kind == P_PIDFD) /* nobody has one (pidfd_open is refused) */
    sett_call_remark ("waitid", "P_PIDFD refused", place);
  if (kind != P_PID && kind != P_ALL && kind != P_PGID)
    return -EINVAL;
  const long child = sett_children_wait (&r, place);
  if (child < 0)
    return child;
  if (info)
    sett_children_describe ((int)child, status, info);
  return 0;
}

long sett_call_waitid (const sett_call *call, uintptr_t place) {
  return wait_id ((int)call->a[0], (int)call->a[1], (siginfo_t *)call->a[2],
                  (int)call->a[3], place);
}

/* A child that ended has left its status. */
static pid_t reaped (long result, const int *status, uintptr_t place) {
  if (result > 0)
    sett_races_served (status, sizeof *status, SETT_MEMORY_WRITE, place);
  return (pid_t)sett_result (result);
}

pid_t waitpid_looking (pid_t, int *, int);
SETT_LOOKING (waitpid);
SETT_LOOKS pid_t waitpid_looking (pid_t process, int *status, int options) {
  if (!sett_active ())
    return SETT_REAL (waitpid) (process, status, options);
  upcalls.cancellation_point (SETT_HERE);
  if (options & WNOHANG)
    sett_spin_look (SETT_HERE);
  return reaped (wait_for (process, status, options, NULL, SETT_HERE), status,
                 SETT_HERE);
}

pid_t wait4_looking (pid_t, int *, int, struct rusage *);
SETT_LOOKING (wait4);
SETT_LOOKS pid_t wait4_looking (pid_t process, int *status, int options,
                                struct rusage *usage) {
  if (!sett_active ())
    return SETT_REAL (wait4) (process, status, options, usage);
  upcalls.cancellation_point (SETT_HERE);
  if (options & WNOHANG)
    sett_spin_look (SETT_HERE);
  return reaped (wait_for (process, status, options, usage, SETT_HERE), status,
                 SETT_HERE);
}

EXPORT pid_t wait (int *status) {
  if (!sett_active ())
    return SETT_REAL (wait) (status);
  upcalls.cancellation_point (SETT_HERE);
  return reaped (wait_for (-1, status, 0, NULL, SETT_HERE), status, SETT_HERE);
}

int waitid_looking (idtype_t, id_t, siginfo_t *, int);
SETT_LOOKING (waitid);
SETT_LOOKS int waitid_looking (idtype_t kind, id_t process, siginfo_t *info,
                               int options) {
  if (!sett_active ())
    return SETT_REAL (waitid) (kind, process, info, options);
  upcalls.cancellation_point (SETT_HERE);
  if (options & WNOHANG)
    sett_spin_look (SETT_HERE);
  return (int)sett_result (
      wait_id ((int)kind, (int)process, info, options, SETT_HERE));
}

/*------------------------------------------------------------------------*/
/* Numbers. */

int sett_children_find (int number) {
  for (unsigned i = 0; i < engine.shared->member_count; i++)
    if (sett_process_number (i) == number && life_of (i)->there)
      return (int)i;
  return -1;
}

/* Whose parent has ended belongs to process 1. */
static int parent_number (uintptr_t place) {
  const sett_life *mine = own_life ();
  if (!mine->is_child)
    return 1;
  sett_visible (SETT_DO_TRANSFER, &mine->parent, SETT_EFFECT_LOAD, NULL, place);
  sett_affect (&mine->parent, SETT_EFFECT_LOAD, mine->parent);
  return mine->parent ? sett_process_number ((unsigned)mine->parent - 1) : 1;
}

EXPORT pid_t getpid (void) {
  if (sett_active ())
    return sett_process_number (engine.process);
  const pid_t early = sett_early_number ();
  return early ? early : (pid_t)sett_raw (SYS_getpid);
}

EXPORT pid_t getppid (void) {
  if (sett_active ())
    return parent_number (SETT_HERE);
  const pid_t early = sett_early_parent ();
  return early ? early : (pid_t)sett_raw (SYS_getppid);
}

long sett_call_getpid (const sett_call *call, uintptr_t place) {
  (void)call, (void)place;
  return sett_process_number (engine.process);
}

long sett_call_getppid (const sett_call *call, uintptr_t place) {
  (void)call;
  return parent_number (place);
}
