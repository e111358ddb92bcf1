/* Numbers of processes and threads in system calls: see numbers.h, which says
   what always holds. */

#include "runtime/sched/numbers.h"

#include "base/assert.h"
#include "runtime/sched/randomness.h"
#include "runtime/core/os_model.h"
#include "runtime/sched/early.h"
#include "runtime/sched/groups.h"
#include "runtime/undo/pages.h"
#include "runtime/core/real.h"
#include "runtime/sched/children.h"
#include "runtime/sched/schedule.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

int sett_numbers_is_own (int number) {
  const unsigned thread = (unsigned)number - SETT_FIRST_NUMBER;
  return !number || number == sett_process_number (engine.process) ||
         (thread < world->thread_count && world->threads[thread].alive);
}

/* Others may end meanwhile: that is looked at. */
static int is_other_there (unsigned process, uintptr_t place) {
  const sett_life *l = &os_model->lives[process];
  SETT_ASSERT (process < engine.shared->member_count);
  sett_visible (SETT_DO_TRANSFER, &l->over, SETT_EFFECT_LOAD, NULL, place);
  sett_affect (&l->over, SETT_EFFECT_LOAD, l->over);
  return !l->ended || (l->is_child && !l->forgotten);
}

int sett_numbers_known (int number, uintptr_t place) {
  if (sett_numbers_is_own (number))
    return 1;
  const int process = number > 0 ? sett_children_find (number) : -1;
  return process >= 0 && is_other_there ((unsigned)process, place);
}

/*------------------------------------------------------------------------*/
/* What is asked about processes and cannot be changed (arrangements.c has what
   can).  They have all begun alike: what holds for the caller holds for all. */

/* Which argument is the number. */
static int argument_of (const sett_call *call) {
  switch (call->number) {
  case SYS_ioprio_get:
  case SYS_ioprio_set:
    return 1;
  default:
    return 0;
  }
}

/* Groups and users: there is one. */
static int is_of_process (const sett_call *call) {
  switch (call->number) {
  case SYS_ioprio_get:
  case SYS_ioprio_set:
    return call->a[0] == 1 /* IOPRIO_WHO_PROCESS */;
  default:
    return 1;
  }
}

long sett_call_about (const sett_call *call, uintptr_t place) {
  const int i = argument_of (call);
  sett_call copy = *call;
  if (is_of_process (call) && !sett_numbers_known ((int)call->a[i], place))
    return -ESRCH;
  copy.a[i] = 0;
  return sett_call_pass (&copy);
}

/* Policies, and priorities of their own: accepted, and a note says that what is
   asked later is what was before. */
long sett_call_arrange (const sett_call *call, uintptr_t place) {
  const int i = argument_of (call);
  if (is_of_process (call) && !sett_numbers_known ((int)call->a[i], place))
    return -ESRCH;
  sett_call_remark (sett_call_name (call->number), "without effect", place);
  return 0;
}

long sett_call_capget (const sett_call *call, uintptr_t place) {
  struct __user_cap_header_struct *head = (void *)call->a[0];
  if (!head)
    return -EFAULT;
  const int number = head->pid;
  if (number < 0 || !sett_numbers_known (number, place))
    return number < 0 ? -EINVAL : -ESRCH;
  head->pid = 0;
  const long result = sett_call_pass (call);
  head->pid = number;
  return result;
}

/* Limits can be asked for; setting them seems to work, and a note says so. */
long sett_call_limit (const sett_call *call, uintptr_t place) {
  sett_call copy = *call;
  if (call->number == SYS_setrlimit || call->a[2])
    sett_call_remark ("setrlimit", "without effect", place);
  if (call->number == SYS_setrlimit)
    return 0;
  if (!sett_numbers_known ((int)call->a[0], place))
    return -ESRCH;
  copy.a[0] = copy.a[2] = 0;
  return sett_call_pass (&copy);
}

/* Nothing happens there when the thread ends: the C library's threads have
   their own way to say so. */
long sett_call_tid_address (const sett_call *call, uintptr_t place) {
  (void)call, (void)place;
  return sett_thread_number ();
}

/*------------------------------------------------------------------------*/
/* Before main, and wherever else calls are not caught. */

enum { NO_NUMBER = INT_MIN };

/* The number that such a call is about. */
static int number_in (const sett_call *call) {
  switch (call->number) {
  case SYS_kill:
  case SYS_tkill:
  case SYS_tgkill:
  case SYS_rt_sigqueueinfo:
  case SYS_rt_tgsigqueueinfo:
  case SYS_pidfd_open:
  case SYS_process_vm_readv:
  case SYS_process_vm_writev:
  case SYS_kcmp:
  case SYS_prlimit64:
  case SYS_sched_setaffinity:
  case SYS_sched_setscheduler:
  case SYS_sched_setparam:
  case SYS_sched_setattr:
  case SYS_getpgid:
  case SYS_getsid:
  case SYS_setpgid:
    return (int)call->a[0];
  case SYS_getpgrp:
  case SYS_setsid:
    return 0;
  case SYS_move_pages:
  case SYS_migrate_pages:
  case SYS_get_robust_list:
    return (int)call->a[0];
  case SYS_ptrace:
  case SYS_perf_event_open:
  case SYS_setpriority:
  case SYS_ioprio_set:
    return (int)call->a[1];
  case SYS_fcntl:
    return call->a[1] == F_SETOWN ? (int)call->a[2] : NO_NUMBER;
  default:
    return NO_NUMBER;
  }
}

int sett_numbers_in (const sett_call *call) {
  return number_in (call) != NO_NUMBER;
}

/* Calls that take the number of a thread behind that of its process. */
static int has_thread (const sett_call *call) {
  return call->number == SYS_tgkill || call->number == SYS_rt_tgsigqueueinfo;
}

/* Numbers of the machine: the C library knows them; and children that were made
   before main have no others. */
static int is_of_machine (int number) {
  return number == (int)sett_raw (SYS_getpid) ||
         number == (int)sett_raw (SYS_gettid) ||
         (number > 0 && sett_raw (SYS_waitid, P_PID, number, 0,
                                  WEXITED | WNOHANG | WNOWAIT) != -ECHILD);
}

static long hand_over (const sett_call *c) {
  return sett_raw6 (c->number, c->a[0], c->a[1], c->a[2], c->a[3], c->a[4],
                    c->a[5]);
}

/* Its own number is the machine's for it then. */
static long hand_over_own (const sett_call *call, int number) {
  sett_call copy = *call;
  const long own = sett_raw (SYS_getpid);
  for (int i = 0; i < 3; i++)
    if ((int)copy.a[i] == number && (i < 2 || call->number == SYS_fcntl))
      copy.a[i] = own;
  if (has_thread (call))
    copy.a[1] = sett_raw (SYS_gettid);
  return hand_over (&copy);
}

/* Signals to groups of the machine would reach others: its own has one
   process. */
static int is_group (const sett_call *call, int number) {
  return call->number == SYS_kill && number <= 0;
}

static int is_about_groups (long call) {
  return call == SYS_getpgrp || call == SYS_getpgid || call == SYS_getsid ||
         call == SYS_setpgid || call == SYS_setsid;
}

long sett_numbers_early (const sett_call *call) {
  const int number = number_in (call);
  const pid_t mine = number == NO_NUMBER ? 0 : sett_early_number ();
  if (!mine)
    return hand_over (call);
  if (is_about_groups (call->number))
    return sett_groups_early (call->number, number, (int)call->a[1]);
  if (number == mine ||
      (is_group (call, number) && (!number || number == -mine)))
    return hand_over_own (call, number);
  if (!is_group (call, number) && (!number || is_of_machine (number)))
    return hand_over (call);
  return -ESRCH;
}

/* The functions by which programs could reach others: calls from them are not
   caught before main, nor under a debugger. */
#define SAME(TYPE, NAME, NUMBER, PARAMETERS, ...)                              \
  TYPE NAME PARAMETERS;                                                        \
  EXPORT TYPE NAME PARAMETERS {                                                \
    const sett_call call = {NUMBER, {__VA_ARGS__}};                            \
    return (TYPE)sett_result (sett_active () ? sett_call_do (&call, SETT_HERE) \
                                             : sett_numbers_early (&call));    \
  }

SAME (int, pidfd_open, SYS_pidfd_open, (pid_t process, unsigned flags), process,
      flags)
SAME (int, pidfd_getfd, SYS_pidfd_getfd, (int file, int other, unsigned flags),
      file, other, flags)
SAME (int, pidfd_send_signal, SYS_pidfd_send_signal,
      (int file, int signal, siginfo_t *info, unsigned flags), file, signal,
      (long)info, flags)
SAME (ssize_t, process_vm_readv, SYS_process_vm_readv,
      (pid_t process, const struct iovec *to, unsigned long to_count,
       const struct iovec *from, unsigned long from_count, unsigned long flags),
      process, (long)to, (long)to_count, (long)from, (long)from_count,
      (long)flags)
SAME (ssize_t, process_vm_writev, SYS_process_vm_writev,
      (pid_t process, const struct iovec *from, unsigned long from_count,
       const struct iovec *to, unsigned long to_count, unsigned long flags),
      process, (long)from, (long)from_count, (long)to, (long)to_count,
      (long)flags)
SAME (int, tgkill, SYS_tgkill, (pid_t process, pid_t thread, int signal),
      process, thread, signal)
SAME (pid_t, getpgrp, SYS_getpgrp, (void), 0)
SAME (pid_t, getpgid, SYS_getpgid, (pid_t process), process)
SAME (pid_t, getsid, SYS_getsid, (pid_t process), process)
SAME (pid_t, setsid, SYS_setsid, (void), 0)
SAME (int, setpgid, SYS_setpgid, (pid_t process, pid_t group), process, group)

/* A group below 0 is nobody's: the C library refuses it.  Group 1 means all
   processes, as kill has it. */
int killpg (pid_t group, int signal);
EXPORT int killpg (pid_t group, int signal) {
  const sett_call call = {SYS_kill, {-(long)group, signal}};
  if (group < 0)
    return (int)sett_result (-EINVAL);
  return (int)sett_result (sett_active () ? sett_call_do (&call, SETT_HERE)
                                          : sett_numbers_early (&call));
}

long ptrace (enum __ptrace_request, ...);
EXPORT long ptrace (enum __ptrace_request request, ...) {
  sett_call call = {SYS_ptrace, {request}};
  va_list list;
  va_start (list, request);
  for (int i = 1; i < 4; i++)
    call.a[i] = va_arg (list, long);
  va_end (list);
  return sett_result (sett_active () ? sett_call_do (&call, SETT_HERE)
                                     : sett_numbers_early (&call));
}
