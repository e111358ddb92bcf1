/* The calls by which groups of processes and sessions are asked for and changed
   (groups.h), with the results and errors of the kernel. */

#include "base/assert.h"
#include "runtime/core/os_model.h"
#include "runtime/sched/randomness.h"
#include "runtime/sched/groups.h"
#include "runtime/sched/numbers.h"
#include "runtime/sched/children.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/syscalls.h"

static sett_life *life_of (unsigned process) {
  SETT_ASSERT (process < engine.shared->member_count);
  return &os_model->lives[process];
}

/* In this session, or (0) in any. */
static int is_group (int group, int session) {
  sett_groups_affect ();
  for (unsigned i = 0; i < engine.shared->member_count; i++)
    if (sett_groups_has (group, i) &&
        (!session || sett_groups_session (i) == session))
      return 1;
  return 0;
}

/*------------------------------------------------------------------------*/

/* The process that is meant: 0 is the caller, and so are its threads; -1: there
   was never such a one. */
static int find (int number) {
  if (sett_numbers_is_own (number))
    return (int)engine.process;
  return number > 0 ? sett_children_find (number) : -1;
}

static void begin (unsigned process, sett_effect_kind effect, uintptr_t place) {
  sett_visible (SETT_DO_TRANSFER, &life_of (process)->grouping, effect, NULL,
                place);
  sett_affect (&life_of (process)->grouping, effect, 0);
}

/* Children can be moved until they become another program. */
static long may_move (unsigned process) {
  const sett_life *l = life_of (process);
  const int number = sett_process_number (process);
  if (process != engine.process) {
    if (!l->is_child || l->father != engine.process)
      return -ESRCH;
    sett_affect (&l->loose, SETT_EFFECT_LOAD, l->loose);
    if (sett_groups_session (process) != sett_groups_session (engine.process))
      return -EPERM;
    if (l->loose && !l->ended)
      return -EACCES;
  }
  return sett_groups_session (process) == number ? -EPERM : 0;
}

static long move (int number, int group, uintptr_t place) {
  const int process = find (number);
  if (group < 0 || process < 0)
    return group < 0 ? -EINVAL : -ESRCH;
  begin ((unsigned)process, SETT_EFFECT_STORE, place);
  if (!sett_groups_is_there ((unsigned)process))
    return -ESRCH;
  const long wrong = may_move ((unsigned)process);
  if (wrong)
    return wrong;
  sett_life *l = life_of ((unsigned)process);
  const int own = sett_process_number ((unsigned)process);
  if (!group)
    group = own;
  if (group != own && !is_group (group, sett_groups_session (engine.process)))
    return -EPERM;
  l->group = group;
  l->led |= group == own;
  return 0;
}

/* Who leads a group cannot.  Whether the first process does is up to who starts
   it: a shell makes it do so, a script does not. */
static long leave (uintptr_t place) {
  sett_life *mine = life_of (engine.process);
  const int own = sett_process_number (engine.process);
  begin (engine.process, SETT_EFFECT_STORE, place);
  if (!mine->is_child && !mine->group)
    sett_call_remark ("setsid", "fails, as if a shell had started the program",
                      place);
  const int has_led = mine->led || !mine->is_child;
  if (sett_groups_of (engine.process) == own || (has_led && is_group (own, 0)))
    return -EPERM;
  mine->group = mine->session = own;
  mine->led = 1;
  return own;
}

long sett_call_group (const sett_call *call, uintptr_t place) {
  if (call->number == SYS_setpgid)
    return move ((int)call->a[0], (int)call->a[1], place);
  if (call->number == SYS_setsid)
    return leave (place);
  const int process = call->number == SYS_getpgrp ? (int)engine.process
                                                  : find ((int)call->a[0]);
  if (process < 0)
    return -ESRCH;
  begin ((unsigned)process, SETT_EFFECT_LOAD, place);
  if (!sett_groups_is_there ((unsigned)process))
    return -ESRCH;
  return call->number == SYS_getsid ? sett_groups_session ((unsigned)process)
                                    : sett_groups_of ((unsigned)process);
}
