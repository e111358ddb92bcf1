/* What the user may do with files of the shadow: as the kernel decides, by
   modes, owners and capabilities.  About what is as the machine has it the
   kernel itself is asked, unless the program has become another user. */

#include "runtime/files/shadow_view.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* By the bits of the mode. */
static long allow (const struct stat *s, int how, uint32_t user, uint32_t group,
                   int powerful) {
  const unsigned wanted = (unsigned)how & 7;
  const unsigned shift = user == s->st_uid                       ? 6
                         : sett_user_is_among (group, s->st_gid) ? 3
                                                                 : 0;
  if ((s->st_mode >> shift & wanted) == wanted)
    return 0;
  if (!powerful || (!S_ISDIR (s->st_mode) && (how & X_OK) &&
                    !(s->st_mode & (S_IXUSR | S_IXGRP | S_IXOTH))))
    return -EACCES;
  return 0;
}

/* The machine's rules are not enough where the program has made its own.  In
   /proc they are no matter of modes. */
static int is_ruled (const sett_spot *spot) {
  return (sett_user_differs () && strncmp (spot->path, "/proc/", 6)) ||
         (spot->node &&
          (!*spot->path || sett_node_at (spot->node)->flags & SETT_NODE_RULED));
}

static long ask (const sett_spot *spot, int how, int flags) {
  const int link = S_ISLNK (spot->s.st_mode) ? AT_SYMLINK_NOFOLLOW : 0;
  const long result =
      sett_raw (SYS_faccessat2, AT_FDCWD, spot->path, how, flags | link);
  return result == -ENOSYS ? sett_raw (SYS_faccessat, AT_FDCWD, spot->path, how)
                           : result;
}

static int really; /* `access` is under way */

void sett_rights_really (int on) {
  really = on;
}

long sett_spot_may (const sett_spot *spot, int how) {
  if (really)
    return sett_spot_may_really (spot, how);
  if (!is_ruled (spot))
    return ask (spot, how, AT_EACCESS);
  return allow (&spot->s, how, sett_user_number (), sett_user_group (),
                sett_user_can (SETT_CAN_OVERRIDE));
}

long sett_spot_may_really (const sett_spot *spot, int how) {
  if (!is_ruled (spot))
    return ask (spot, how, 0);
  const uint32_t user = sett_user_really ();
  return allow (&spot->s, how, user, sett_user_group_really (),
                !user && sett_user_could (SETT_CAN_OVERRIDE));
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
