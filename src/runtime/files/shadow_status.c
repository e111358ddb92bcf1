/* Modes, owners and times in the shadow, and sizes by name. */

#include "runtime/files/shadow.h"

#include "base/assert.h"
#include "runtime/files/shadow_copies.h"

#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/*------------------------------------------------------------------------*/
/* Times. */

static void set_now (int64_t to[2]) {
  static struct timespec now; /* the kernel may write to it */
  sett_raw (SYS_clock_gettime, CLOCK_REALTIME, &now);
  sett_put_long (&to[0], (uint64_t)now.tv_sec);
  sett_put_long (&to[1], (uint64_t)now.tv_nsec);
}

void sett_node_changed (uint32_t node) {
  SETT_ASSERT (node && node < shadow->node_count);
  sett_node *n = sett_node_at (node);
  set_now (n->times[SETT_CHANGED]);
  if (n->flags & SETT_NODE_OWN)
    sett_copy_touch (node);
}

void sett_node_modified (uint32_t node) {
  SETT_ASSERT (node && node < shadow->node_count);
  set_now (sett_node_at (node)->times[SETT_MODIFIED]);
  sett_node_changed (node);
}

/*------------------------------------------------------------------------*/

static int is_real (const sett_spot *spot) {
  if (!sett_spot_is_real (spot))
    return 0;
  sett_shadow_really ();
  return 1;
}

static void rule (uint32_t node, uint32_t mode) {
  SETT_ASSERT (node < shadow->node_count);
  sett_node *n = sett_node_at (node);
  sett_put (&n->mode, mode);
  sett_put (&n->flags, n->flags | SETT_NODE_RULED);
  sett_node_changed (node);
}

long sett_shadow_chmod (int folder, const char *path, uint32_t mode,
                        int flags) {
  static sett_spot spot;
  if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
    return -EINVAL;
  const long wrong = sett_shadow_find (folder, path, flags, &spot);
  if (wrong)
    return wrong;
  if (sett_path_is_kernels (spot.path))
    return sett_shadow_spares ();
  if (is_real (&spot))
    return *path ? sett_raw (SYS_chmod, spot.path, mode)
                 : sett_raw (SYS_fchmod, folder, mode);
  if (S_ISLNK (spot.s.st_mode))
    return -EOPNOTSUPP;
  if (!sett_spot_is_own (&spot))
    return -EPERM;
  mode &= 07777;
  if (!sett_user_has_group (spot.s.st_gid) && !sett_user_can (SETT_CAN_KEEP_ID))
    mode &= ~(uint32_t)S_ISGID;
  rule (sett_spot_node (&spot), (spot.s.st_mode & S_IFMT) | mode);
  return 0;
}

static long may_chown (const sett_spot *spot, uint32_t user, uint32_t group) {
  if (sett_user_can (SETT_CAN_CHOWN))
    return 0;
  const int own = spot->s.st_uid == sett_user_number ();
  if (user != UINT32_MAX && (!own || user != spot->s.st_uid))
    return -EPERM;
  if (group != UINT32_MAX &&
      (!own || (group != spot->s.st_gid && !sett_user_has_group (group))))
    return -EPERM;
  return 0;
}

/* Who owns it now must not get the rights of who did. */
static uint32_t mode_of_other (uint32_t mode) {
  if (S_ISDIR (mode))
    return mode;
  mode &= ~(uint32_t)S_ISUID;
  return mode & S_IXGRP ? mode & ~(uint32_t)S_ISGID : mode;
}

long sett_shadow_chown (int folder, const char *path, uint32_t user,
                        uint32_t group, int flags) {
  static sett_spot spot;
  if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
    return -EINVAL;
  long wrong = sett_shadow_find (folder, path, flags, &spot);
  if (wrong)
    return wrong;
  if (sett_path_is_kernels (spot.path))
    return sett_shadow_spares ();
  if (is_real (&spot))
    return *path ? sett_raw (SYS_lchown, spot.path, user, group)
                 : sett_raw (SYS_fchown, folder, user, group);
  wrong = may_chown (&spot, user, group);
  if (wrong)
    return wrong;
  const uint32_t node = sett_spot_node (&spot);
  if (user != UINT32_MAX)
    sett_put (&sett_node_at (node)->user, user);
  if (group != UINT32_MAX)
    sett_put (&sett_node_at (node)->group, group);
  rule (node, mode_of_other (spot.s.st_mode));
  return 0;
}

/*------------------------------------------------------------------------*/

static int is_time (const struct timespec *t) {
  return t->tv_nsec == UTIME_NOW || t->tv_nsec == UTIME_OMIT ||
         (t->tv_nsec >= 0 && t->tv_nsec < 1000000000);
}

static void set_time (int64_t to[2], const struct timespec *t) {
  if (t->tv_nsec == UTIME_OMIT)
    return;
  if (t->tv_nsec == UTIME_NOW) {
    set_now (to);
    return;
  }
  sett_put_long (&to[0], (uint64_t)t->tv_sec);
  sett_put_long (&to[1], (uint64_t)t->tv_nsec);
}

static long may_set_times (const sett_spot *spot,
                           const struct timespec times[2]) {
  const int now =
      times[0].tv_nsec == UTIME_NOW && times[1].tv_nsec == UTIME_NOW;
  if (sett_spot_is_own (spot))
    return 0;
  return now ? sett_spot_may (spot, W_OK) : -EPERM;
}

static long set_times (sett_spot *spot, const struct timespec times[2]) {
  const long wrong = may_set_times (spot, times);
  if (wrong)
    return wrong;
  const uint32_t node = sett_spot_node (spot);
  sett_node *n = sett_node_at (node);
  if (n->flags & SETT_NODE_OWN)
    sett_copy_set_times (node, times);
  set_time (n->times[SETT_ACCESSED], &times[0]);
  set_time (n->times[SETT_MODIFIED], &times[1]);
  sett_node_changed (node);
  return 0;
}

long sett_shadow_set_times (int folder, const char *path,
                            const struct timespec *given, int flags) {
  static sett_spot spot;
  static const struct timespec now[2] = {{0, UTIME_NOW}, {0, UTIME_NOW}};
  const struct timespec *times = given ? given : now;
  if (flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) || !is_time (&times[0]) ||
      !is_time (&times[1]))
    return -EINVAL;
  if (times[0].tv_nsec == UTIME_OMIT && times[1].tv_nsec == UTIME_OMIT)
    return 0;
  const long wrong = sett_shadow_find (folder, path, flags, &spot);
  if (wrong)
    return wrong;
  if (sett_path_is_kernels (spot.path))
    return sett_shadow_spares ();
  if (is_real (&spot))
    return *path ? sett_raw (SYS_utimensat, AT_FDCWD, spot.path, times,
                             AT_SYMLINK_NOFOLLOW)
                 : sett_raw (SYS_utimensat, folder, 0, times, 0);
  return set_times (&spot, times);
}

/*------------------------------------------------------------------------*/

long sett_shadow_truncate (const char *path, long size) {
  static sett_spot spot;
  if (size < 0)
    return -EINVAL;
  long wrong = sett_shadow_find (AT_FDCWD, path, 0, &spot);
  if (wrong)
    return wrong;
  if (sett_path_is_kernels (spot.path))
    return sett_shadow_spares ();
  if (is_real (&spot))
    return sett_raw (SYS_truncate, spot.path, size);
  if (!S_ISREG (spot.s.st_mode))
    return S_ISDIR (spot.s.st_mode) ? -EISDIR : -EINVAL;
  wrong = sett_spot_may (&spot, W_OK);
  if (wrong)
    return wrong;
  const uint32_t node = sett_spot_node (&spot);
  sett_copy_up (node);
  const long file = sett_copy_open (node, O_WRONLY | O_CLOEXEC);
  if (file < 0)
    return file;
  sett_copy_write_node (node);
  const long result = sett_raw (SYS_ftruncate, file, size);
  sett_raw (SYS_close, file);
  return result;
}
