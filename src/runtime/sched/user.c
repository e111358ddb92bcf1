/* Whose process it is: users and groups.

   To change them would last: who has given up being root cannot become it again
   for the next execution.  So they are changed here only, by the rules of the
   kernel.  What the process may do with files is judged by them, too
   (shadow_rights.c): capabilities are those that the kernel knows, as long as
   the user is root.  What it may do to other processes, and to memory, queues
   and sockets of theirs, is not: a note says so if there are any.

   Threads that ask while another one changes them are not ordered: a note says
   so, too. */

#include "runtime/sched/user.h"

#include "runtime/core/os_process.h"
#include "base/assert.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/syscalls.h"

#include <linux/capability.h>
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
  SETT_ASSERT (which == 0 || which == 1);
  uint32_t *ids = os_process->user.ids[which];
  static uint32_t from_kernel[3]; /* which may write to it */
  if (os_process->user.known[which])
    return;
  sett_raw (which ? SYS_getresgid : SYS_getresuid, &from_kernel[REAL],
            &from_kernel[EFFECTIVE], &from_kernel[SAVED]);
  memcpy (ids, from_kernel, sizeof from_kernel);
  ids[FILES] = ids[EFFECTIVE];
  os_process->user.known[which] = 1;
}

static uint32_t *ids_of (const sett_call *call) {
  const int which = is_of_groups (call->number);
  learn (which);
  return os_process->user.ids[which];
}

static int is_root (void) {
  learn (0);
  return os_process->user.ids[0][EFFECTIVE] == 0;
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
  if (sett_threads_many (world->alive))
    sett_note_add (1, place,
                   "changed its user beside other threads: their order is not "
                   "controlled");
  if (ids[EFFECTIVE] != new[EFFECTIVE] && engine.multi)
    sett_note_add (1, place,
                   "became another user: may do with other processes what it "
                   "could before");
  memcpy (ids, new, 4 * sizeof *ids);
  os_process->user.changed = 1;
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
    memcpy (os_process->user.groups, (const void *)call->a[1],
            count * sizeof *os_process->user.groups);
  os_process->user.group_count = (uint8_t)(count + 1);
  SETT_ASSERT (os_process->user.group_count <= SETT_MOST_GROUPS + 1);
  os_process->user.changed = 1;
  return 0;
}

long sett_call_getgroups (const sett_call *call, uintptr_t place) {
  const long count = os_process->user.group_count - 1;
  (void)place;
  if (count < 0)
    return sett_call_pass (call);
  if (call->a[0] && call->a[0] < count)
    return -EINVAL;
  if (call->a[0])
    memcpy ((void *)call->a[1], os_process->user.groups,
            (size_t)count * sizeof *os_process->user.groups);
  return count;
}

/*------------------------------------------------------------------------*/
/* For others; before main it is the kernel who knows. */

static int is_known (int which) {
  return engine.arguments && os_process->user.known[which];
}

static uint32_t id_of (int which, int kind, long call) {
  return is_known (which) ? os_process->user.ids[which][kind]
                          : (uint32_t)sett_raw (call);
}

uint32_t sett_user_number (void) {
  return id_of (0, FILES, SYS_geteuid);
}

uint32_t sett_user_group (void) {
  return id_of (1, FILES, SYS_getegid);
}

uint32_t sett_user_really (void) {
  return id_of (0, REAL, SYS_getuid);
}

uint32_t sett_user_group_really (void) {
  return id_of (1, REAL, SYS_getgid);
}

int sett_user_could (int capability) {
  static struct __user_cap_data_struct powers[2]; /* the kernel writes there */
  static struct __user_cap_header_struct header;
  header.version = _LINUX_CAPABILITY_VERSION_3;
  header.pid = 0;
  if (sett_raw (SYS_capget, &header, powers))
    return 0;
  return (int)(powers[0].effective >> capability & 1);
}

/* Who is not root any more has none of root's. */
int sett_user_can (int capability) {
  const int of_files = capability <= SETT_CAN_KEEP_ID;
  if (is_known (0) && os_process->user.ids[0][of_files ? FILES : EFFECTIVE] &&
      !sett_raw (SYS_geteuid))
    return 0;
  return sett_user_could (capability);
}

int sett_user_is_among (uint32_t first, uint32_t group) {
  static gid_t groups[1024]; /* the kernel may write to it */
  const int own = engine.arguments && os_process->user.group_count;
  const uint32_t *all = own ? os_process->user.groups : groups;
  const long count =
      own ? os_process->user.group_count - 1
          : sett_raw (SYS_getgroups, sizeof groups / sizeof *groups, groups);
  if (first == group)
    return 1;
  for (long i = 0; i < count; i++)
    if (all[i] == group)
      return 1;
  return 0;
}

int sett_user_has_group (uint32_t group) {
  return sett_user_is_among (sett_user_group (), group);
}

int sett_user_differs (void) {
  return engine.arguments && os_process->user.changed;
}
