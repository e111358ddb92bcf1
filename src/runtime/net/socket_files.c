/* Names of Unix sockets, for programs that take them for files. */

#include "runtime/net/sockets.h"

#include <fcntl.h>
#include <linux/stat.h>
#include <string.h>
#include <sys/stat.h>

/* The path that a call is about, if it has one. */
static const char *path_of (const sett_call *call) {
  switch (call->number) {
  case SYS_stat:
  case SYS_lstat:
  case SYS_access:
  case SYS_chmod:
  case SYS_chown:
  case SYS_lchown:
  case SYS_unlink:
    return (const char *)call->a[0];
  case SYS_newfstatat:
  case SYS_statx:
  case SYS_faccessat:
  case SYS_faccessat2:
  case SYS_fchmodat:
  case SYS_fchownat:
  case SYS_unlinkat: {
    const char *path = (const char *)call->a[1];
    return path && (path[0] == '/' || (int)call->a[0] == AT_FDCWD) ? path
                                                                   : NULL;
  }
  default:
    return NULL;
  }
}

static void tell (struct stat *to) {
  memset (to, 0, sizeof *to);
  to->st_mode = S_IFSOCK | 0755;
  to->st_nlink = 1;
}

static void tell_more (struct statx *to) {
  memset (to, 0, sizeof *to);
  to->stx_mask = STATX_TYPE | STATX_MODE | STATX_NLINK | STATX_SIZE;
  to->stx_mode = S_IFSOCK | 0755;
  to->stx_nlink = 1;
}

int sett_sockets_answer (const sett_call *call) {
  const char *path = path_of (call);
  if (path && (call->number == SYS_unlink || call->number == SYS_unlinkat))
    return sett_sockets_remove_file (path);
  if (!path || !sett_sockets_has_file (path))
    return 0;
  if (call->number == SYS_stat || call->number == SYS_lstat)
    tell ((struct stat *)call->a[1]);
  else if (call->number == SYS_newfstatat)
    tell ((struct stat *)call->a[2]);
  else if (call->number == SYS_statx)
    tell_more ((struct statx *)call->a[4]);
  return 1;
}
