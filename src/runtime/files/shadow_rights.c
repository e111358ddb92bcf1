/* What the user may do with files of the shadow: as the kernel decides, by
   modes, owners and capabilities.  About what is as the machine has it the
   kernel itself is asked. */

#include "runtime/files/shadow_view.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <unistd.h>

/* The kernel may write to them. */
static struct __user_cap_data_struct powers[2];
static gid_t groups[1024];

int sett_user_can (int capability) {
  static struct __user_cap_header_struct header;
  header.version = _LINUX_CAPABILITY_VERSION_3;
  header.pid = 0;
  if (sett_raw (SYS_capget, &header, powers))
    return 0;
  return (int)(powers[0].effective >> capability & 1);
}

uint32_t sett_user_number (void) {
  return (uint32_t)sett_raw (SYS_geteuid);
}

static int has_group (uint32_t first, uint32_t group) {
  if (first == group)
    return 1;
  const long count =
      sett_raw (SYS_getgroups, sizeof groups / sizeof *groups, groups);
  for (long i = 0; i < count; i++)
    if (groups[i] == group)
      return 1;
  return 0;
}

int sett_user_has_group (uint32_t group) {
  return has_group ((uint32_t)sett_raw (SYS_getegid), group);
}

/* By the bits of the mode. */
static long allow (const struct stat *s, int how, uint32_t user, uint32_t group,
                   int powerful) {
  const unsigned wanted = (unsigned)how & 7;
  const unsigned shift = user == s->st_uid              ? 6
                         : has_group (group, s->st_gid) ? 3
                                                        : 0;
  if ((s->st_mode >> shift & wanted) == wanted)
    return 0;
  if (!powerful || (!S_ISDIR (s->st_mode) && (how & X_OK) &&
                    !(s->st_mode & (S_IXUSR | S_IXGRP | S_IXOTH))))
    return -EACCES;
  return 0;
}

/* The machine's rules are not enough where the program has made its own. */
static int is_ruled (const sett_spot *spot) {
  return spot->node &&
         (!*spot->path || sett_node_at (spot->node)->flags & SETT_NODE_RULED);
}

static long ask (const sett_spot *spot, int how, int flags) {
  const int link = S_ISLNK (spot->s.st_mode) ? AT_SYMLINK_NOFOLLOW : 0;
  const long result =
      sett_raw (SYS_faccessat2, AT_FDCWD, spot->path, how, flags | link);
  return result == -ENOSYS ? sett_raw (SYS_faccessat, AT_FDCWD, spot->path, how)
                           : result;
}

long sett_spot_may (const sett_spot *spot, int how) {
  if (!is_ruled (spot))
    return ask (spot, how, AT_EACCESS);
  return allow (&spot->s, how, sett_user_number (),
                (uint32_t)sett_raw (SYS_getegid),
                sett_user_can (SETT_CAN_OVERRIDE));
}

long sett_spot_may_really (const sett_spot *spot, int how) {
  if (!is_ruled (spot))
    return ask (spot, how, 0);
  const uint32_t user = (uint32_t)sett_raw (SYS_getuid);
  return allow (&spot->s, how, user, (uint32_t)sett_raw (SYS_getgid),
                !user && sett_user_can (SETT_CAN_OVERRIDE));
}

int sett_spot_is_own (const sett_spot *spot) {
  return spot->s.st_uid == sett_user_number () || sett_user_can (SETT_CAN_OWN);
}

long sett_spot_may_add (const sett_spot *folder) {
  if (sett_spot_is_gone (folder))
    return -ENOENT;
  return sett_spot_may (folder, W_OK | X_OK);
}

long sett_spot_may_remove (const sett_spot *folder, const sett_spot *what,
                           int as_folder) {
  const long wrong = sett_spot_may (folder, W_OK | X_OK);
  if (wrong)
    return wrong;
  if (folder->s.st_mode & S_ISVTX && what->s.st_uid != sett_user_number () &&
      folder->s.st_uid != sett_user_number () && !sett_user_can (SETT_CAN_OWN))
    return -EPERM;
  if (as_folder && !S_ISDIR (what->s.st_mode))
    return -ENOTDIR;
  if (!as_folder && S_ISDIR (what->s.st_mode))
    return -EISDIR;
  if (as_folder && what->s.st_dev != folder->s.st_dev)
    return -EBUSY; /* something is mounted there */
  return 0;
}
