/* Groups and sessions before main: nobody else is there yet (groups.h; from
   main on group_calls.c answers). */

#include "runtime/sched/groups.h"

#include "runtime/sched/early.h"
#include "runtime/sched/syscalls.h"

long sett_groups_early (long call, int process, int group) {
  const int mine = sett_early_number ();
  int place[2] = {mine, SETT_GROUPS_SHELL};
  if (process && process != mine)
    return -ESRCH;
  sett_early_groups (place);
  switch (call) {
  case SYS_getsid:
    return place[1];
  case SYS_getpgrp:
  case SYS_getpgid:
    return place[0];
  case SYS_setpgid:
    return place[0] == mine && (!group || group == mine) ? 0 : -EPERM;
  default:
    return -EPERM;
  }
}
