/* Whose process it is: users and groups.

   To change them would last: who has given up being root cannot become it again
   for the next execution.  So they are changed here only, by the rules of the
   kernel; what the process may do with files is still judged by the user who
   runs Sett, and a note says so if that is another one.

   Threads that ask while another one changes them are not ordered: a note says
   so, too. */

#include "runtime/outside.h"
#include "runtime/schedule.h"
#include "runtime/syscalls.h"

#include <string.h>

enum { REAL, EFFECTIVE, SAVED, FILES };
enum { KEEP = -1 };

static int is_of_groups (long number) {
  switch (number) {
  case SYS_getgid:
  case SYS_getegid:
  case SYS_getresgid:
  case SYS_setgid:
  case SYS_setregid:
  case SYS_setresgid:
  case SYS_setfsgid:
    return 1;
  default:
    return 0;
  }
}

static void learn (int which) {
  uint32_t *ids = outside->user.ids[which];
  static uint32_t from_kernel[3]; /* which may write to it */
  if (outside->user.known[which])
    return;
  sett_raw (which ? SYS_getresgid : SYS_getresuid, &from_kernel[REAL],
            &from_kernel[EFFECTIVE], &from_kernel[SAVED]);
  memcpy (ids, from_kernel, sizeof from_kernel);
  ids[FILES] = ids[EFFECTIVE];
  outside->user.known[which] = 1;
}

static uint32_t *ids_of (const sett_call *call) {
  const int which = is_of_groups (call->number);
  learn (which);
  return outside->user.ids[which];
}

static int is_root (void) {
  learn (0);
  return outside->user.ids[0][EFFECTIVE] == 0;
}

/*------------------------------------------------------------------------*/

long sett_call_user (const sett_call *call, uintptr_t place) {
  const uint32_t *ids = ids_of (call);
  (void)place;
  switch (call->number) {
  case SYS_getuid:
  case SYS_getgid:
    return ids[REAL];
  case SYS_geteuid:
  case SYS_getegid:
    return ids[EFFECTIVE];
  default:
    for (int i = REAL; i <= SAVED; i++) {
      if (!call->a[i])
        return -EFAULT;
      *(uint32_t *)call->a[i] = ids[i];
    }
    return 0;
  }
}

static void change (uint32_t *ids, const uint32_t new[4], uintptr_t place) {
  if (!memcmp (ids, new, 4 * sizeof *ids))
    return;
  if (world->alive & (world->alive - 1))
    sett_note_add (1, place,
                   "changed its user beside other threads: their order is not "
                   "controlled");
  if (ids[EFFECTIVE] != new[EFFECTIVE] || ids[FILES] != new[FILES])
    sett_note_add (1, place,
                   "became another user: may do with files what it could "
                   "before");
  memcpy (ids, new, 4 * sizeof *ids);
}

static int is_one_of (uint32_t id, const uint32_t *ids, int first, int last) {
  for (int i = first; i <= last; i++)
    if (ids[i] == id)
      return 1;
  return 0;
}

long sett_call_become (const sett_call *call, uintptr_t place) {
  uint32_t *ids = ids_of (call);
  const uint32_t id = (uint32_t)call->a[0];
  uint32_t new[4] = {ids[0], ids[1], ids[2], ids[3]};
  if (id == (uint32_t)KEEP)
    return -EINVAL;
  if (is_root ())
    new[REAL] = new[SAVED] = id;
  else if (id != ids[REAL] && id != ids[SAVED])
    return -EPERM;
  new[EFFECTIVE] = new[FILES] = id;
  change (ids, new, place);
  return 0;
}

/* setreuid: who changes what is real, or makes another one effective, saves the
   latter. */
static void save (const sett_call *call, const uint32_t *ids, uint32_t *new) {
  if ((int)call->a[REAL] != KEEP ||
      ((int)call->a[EFFECTIVE] != KEEP && new[EFFECTIVE] != ids[REAL]))
    new[SAVED] = new[EFFECTIVE];
}

long sett_call_become_several (const sett_call *call, uintptr_t place) {
  const int saves =
      call->number == SYS_setresuid || call->number == SYS_setresgid;
  uint32_t *ids = ids_of (call);
  uint32_t new[4] = {ids[0], ids[1], ids[2], ids[3]};
  for (int i = REAL; i <= (saves ? SAVED : EFFECTIVE); i++) {
    const uint32_t id = (uint32_t)call->a[i];
    const int last = saves || i == EFFECTIVE ? SAVED : EFFECTIVE;
    if ((int)id == KEEP)
      continue;
    if (!is_root () && !is_one_of (id, ids, REAL, last))
      return -EPERM;
    new[i] = id;
  }
  if (!saves)
    save (call, ids, new);
  new[FILES] = new[EFFECTIVE];
  change (ids, new, place);
  return 0;
}

/* It says what was, whatever happens. */
long sett_call_become_for_files (const sett_call *call, uintptr_t place) {
  uint32_t *ids = ids_of (call);
  const uint32_t id = (uint32_t)call->a[0], old = ids[FILES];
  uint32_t new[4] = {ids[0], ids[1], ids[2], id};
  if ((int)id != KEEP && (is_root () || is_one_of (id, ids, REAL, FILES)))
    change (ids, new, place);
  return old;
}

/*------------------------------------------------------------------------*/

long sett_call_setgroups (const sett_call *call, uintptr_t place) {
  const size_t count = (size_t)call->a[0];
  if (!is_root ())
    return -EPERM;
  if (count > SETT_MOST_GROUPS) {
    sett_call_remark ("setgroups", "so many are refused", place);
    return -EINVAL;
  }
  if (count)
    memcpy (outside->user.groups, (const void *)call->a[1],
            count * sizeof *outside->user.groups);
  outside->user.group_count = (uint8_t)(count + 1);
  sett_note_add (1, place,
                 "changed its groups: may do with files what it could before");
  return 0;
}

long sett_call_getgroups (const sett_call *call, uintptr_t place) {
  const long count = outside->user.group_count - 1;
  (void)place;
  if (count < 0)
    return sett_call_pass (call);
  if (call->a[0] && call->a[0] < count)
    return -EINVAL;
  if (call->a[0])
    memcpy ((void *)call->a[1], outside->user.groups,
            (size_t)count * sizeof *outside->user.groups);
  return count;
}
