/* System calls about files, on the merged view: which arguments are paths, and
   what is done (shadow.h).  Originals are never written. */

#include "runtime/files/shadow.h"

#include "base/assert.h"
#include "runtime/core/engine.h"
#include "runtime/files/shadow_copies.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <linux/stat.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

/*------------------------------------------------------------------------*/
/* Looking. */

static sett_spot spot; /* what a call is about */
static char path[PATH_MAX], other[PATH_MAX];

static struct statx_timestamp long_time (const struct timespec *t) {
  return (struct statx_timestamp){.tv_sec = t->tv_sec,
                                  .tv_nsec = (uint32_t)t->tv_nsec};
}

void sett_stat_extend (const struct stat *s, struct statx *x) {
  *x = (struct statx){
      .stx_mask = STATX_BASIC_STATS,
      .stx_blksize = (uint32_t)s->st_blksize,
      .stx_nlink = (uint32_t)s->st_nlink,
      .stx_uid = s->st_uid,
      .stx_gid = s->st_gid,
      .stx_mode = (uint16_t)s->st_mode,
      .stx_ino = s->st_ino,
      .stx_size = (uint64_t)s->st_size,
      .stx_blocks = (uint64_t)s->st_blocks,
      .stx_atime = long_time (&s->st_atim),
      .stx_mtime = long_time (&s->st_mtim),
      .stx_ctime = long_time (&s->st_ctim),
      .stx_rdev_major = (uint32_t)(s->st_rdev >> 8 & 0xfff),
      .stx_rdev_minor =
          (uint32_t)((s->st_rdev & 0xff) | (s->st_rdev >> 12 & ~0xfful)),
      .stx_dev_major = (uint32_t)(s->st_dev >> 8 & 0xfff),
      .stx_dev_minor =
          (uint32_t)((s->st_dev & 0xff) | (s->st_dev >> 12 & ~0xfful))};
}

/* `spot` is what is asked for. */
static long give_statx (int flags, unsigned wanted, void *to) {
  SETT_ASSERT (to);
  static struct statx x;
  if (spot.node)
    sett_stat_extend (&spot.s, &x);
  else {
    const int link = S_ISLNK (spot.s.st_mode) ? AT_SYMLINK_NOFOLLOW : 0;
    const long wrong =
        sett_raw (SYS_statx, AT_FDCWD, spot.path,
                  (flags & AT_STATX_SYNC_TYPE) | link, wanted, &x);
    if (wrong)
      return wrong;
  }
  return sett_give (to, &x, sizeof x);
}

/* The path is in `path`. */
static long look (const sett_call *call) {
  const long *a = call->a;
  const int at = call->number == SYS_newfstatat || call->number == SYS_statx;
  const int flags = call->number == SYS_newfstatat ? (int)a[3]
                    : call->number == SYS_statx    ? (int)a[2]
                    : call->number == SYS_lstat    ? AT_SYMLINK_NOFOLLOW
                                                   : 0;
  const long wrong =
      call->number == SYS_fstat
          ? sett_spot_of_number ((int)a[0], &spot)
          : sett_shadow_find (at ? (int)a[0] : AT_FDCWD, path, flags, &spot);
  if (wrong)
    return wrong;
  if (call->number == SYS_statx)
    return give_statx (flags, (unsigned)a[3], (void *)a[4]);
  return sett_give ((void *)a[at ? 2 : 1], &spot.s, sizeof spot.s);
}

static long ask_access (const sett_call *call) {
  const int at = call->number != SYS_access;
  const int how = (int)call->a[at ? 2 : 1];
  const int flags = call->number == SYS_faccessat2 ? (int)call->a[3] : 0;
  if (how & ~7 || flags & ~(AT_EACCESS | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH))
    return -EINVAL;
  sett_rights_really (!(flags & AT_EACCESS));
  const long wrong =
      sett_shadow_find (at ? (int)call->a[0] : AT_FDCWD, path, flags, &spot);
  sett_rights_really (0);
  if (wrong || !how)
    return wrong;
  return flags & AT_EACCESS ? sett_spot_may (&spot, how)
                            : sett_spot_may_really (&spot, how);
}

/* Of the links in /proc, those that lead to what the shadow has say so. */
static long text_of (int folder, char to[PATH_MAX]) {
  static sett_way way;
  const long wrong = *path ? sett_way_to (folder, path, 0, &way) : 0;
  if (wrong)
    return wrong;
  if (!*path)
    sett_spot_of_number (folder, &way.at);
  if (!S_ISLNK (way.at.s.st_mode))
    return -EINVAL;
  if (!strncmp (way.at.path, "/proc/", 6)) {
    static sett_way end;
    if (!sett_way_to (folder, path, SETT_WAY_FOLLOW, &end) && end.at.node)
      return (long)sett_spot_name (&end.at, to);
  }
  return sett_spot_text (&way.at, to);
}

static long read_link (const sett_call *call) {
  const int at = call->number == SYS_readlinkat;
  const long size = (int)call->a[at ? 3 : 2];
  if (size <= 0)
    return -EINVAL;
  const long length = text_of (at ? (int)call->a[0] : AT_FDCWD, other);
  if (length < 0)
    return length;
  const long given = length < size ? length : size;
  return sett_give ((void *)call->a[at ? 2 : 1], other, (size_t)given) ? -EFAULT
                                                                       : given;
}

/* Of the file system that it would be in. */
static long look_at_system (const sett_call *call) {
  static struct statfs s;
  static sett_spot upcalls;
  long wrong = call->number == SYS_fstatfs
                   ? sett_spot_of_number ((int)call->a[0], &spot)
                   : sett_shadow_find (AT_FDCWD, path, 0, &spot);
  if (wrong)
    return wrong;
  while (!*spot.path) {
    sett_spot_of_node (sett_node_at (spot.node)->folder, &upcalls);
    sett_spot_copy (&spot, &upcalls);
  }
  wrong = sett_raw (SYS_statfs, spot.path, &s);
  return wrong ? wrong : sett_give ((void *)call->a[1], &s, sizeof s);
}

/*------------------------------------------------------------------------*/
/* Working folders. */

static long go_to (void) {
  if (!S_ISDIR (spot.s.st_mode))
    return -ENOTDIR;
  long wrong = sett_spot_may (&spot, X_OK);
  if (wrong)
    return wrong;
  const uint32_t node = *spot.path ? 0 : spot.node;
  if (!node)
    wrong = sett_raw (SYS_chdir, spot.path);
  if (!wrong)
    sett_put (&shadow->folders[sett_table_process], node);
  return wrong;
}

static long change_folder (const sett_call *call) {
  const long wrong = call->number == SYS_fchdir
                         ? sett_spot_of_number ((int)call->a[0], &spot)
                         : sett_shadow_find (AT_FDCWD, path, 0, &spot);
  return wrong ? wrong : go_to ();
}

static long tell_folder (const sett_call *call) {
  const size_t length = sett_shadow_folder (other);
  if (!length)
    return -ENOENT;
  if (length + 1 > (size_t)call->a[1])
    return -ERANGE;
  return sett_give ((void *)call->a[0], other, length + 1) ? -EFAULT
                                                           : (long)length + 1;
}

/*------------------------------------------------------------------------*/
/* Times, in all their forms. */

static long set_old_times (const sett_call *call) {
  struct timespec to[2];
  const int at = call->number == SYS_futimesat;
  const void *from = (const void *)call->a[at ? 2 : 1];
  if (from && call->number == SYS_utime) {
    struct utimbuf old;
    if (sett_take (&old, from, sizeof old))
      return -EFAULT;
    to[0] = (struct timespec){old.actime, 0};
    to[1] = (struct timespec){old.modtime, 0};
  } else if (from) {
    struct timeval old[2];
    if (sett_take (old, from, sizeof old))
      return -EFAULT;
    for (int i = 0; i < 2; i++) {
      if (old[i].tv_usec < 0 || old[i].tv_usec >= 1000000)
        return -EINVAL;
      to[i] = (struct timespec){old[i].tv_sec, old[i].tv_usec * 1000};
    }
  }
  return sett_shadow_set_times (at ? (int)call->a[0] : AT_FDCWD, path,
                                from ? to : NULL, 0);
}

/* A descriptor that says only where a file is cannot change it; a call that
   takes a name can, which may be empty (AT_EMPTY_PATH). */
static long may_change_open (int number) {
  return number >= 0 && sett_shadow_is_only_path (number) ? -EBADF : 0;
}

/* Without a path it is about the descriptor. */
static long set_times (const sett_call *call) {
  struct timespec times[2];
  const void *from = (const void *)call->a[2];
  const int by_number = !call->a[1];
  const int flags = (int)call->a[3];
  if (from && sett_take (times, from, sizeof times))
    return -EFAULT;
  if (by_number && ((int)call->a[0] == AT_FDCWD || flags))
    return (int)call->a[0] == AT_FDCWD ? -EFAULT : -EINVAL;
  if (by_number && may_change_open ((int)call->a[0]))
    return -EBADF;
  return sett_shadow_set_times ((int)call->a[0], by_number ? "" : path,
                                from ? times : NULL,
                                by_number ? AT_EMPTY_PATH : flags);
}

/*------------------------------------------------------------------------*/
/* All of them.  NAME (call): which arguments are paths, and what is done.
   READS: handed to the kernel as long as nothing differs. */

typedef long action (const sett_call *);

#define MODE(I) ((uint32_t)call->a[I])
#define NUMBER(I) ((int)call->a[I])

static long do_open (const sett_call *call) {
  return sett_shadow_open (AT_FDCWD, path, NUMBER (1), MODE (2));
}
static long do_openat (const sett_call *call) {
  return sett_shadow_open (NUMBER (0), path, NUMBER (2), MODE (3));
}
/* Ways that must not leave a folder are not followed. */
static long do_openat2 (const sett_call *call) {
  struct open_how how;
  if ((size_t)call->a[3] < sizeof how)
    return -EINVAL;
  if (sett_take (&how, (const void *)call->a[2], sizeof how))
    return -EFAULT;
  return how.resolve ? -ENOSYS
                     : sett_shadow_open (NUMBER (0), path, (int)how.flags,
                                         (uint32_t)how.mode);
}
static long do_creat (const sett_call *call) {
  return sett_shadow_open (AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC,
                           MODE (1));
}
static long do_mkdir (const sett_call *call) {
  return sett_shadow_mkdir (AT_FDCWD, path, MODE (1));
}
static long do_mkdirat (const sett_call *call) {
  return sett_shadow_mkdir (NUMBER (0), path, MODE (2));
}
static long do_mknod (const sett_call *call) {
  return sett_shadow_mknod (AT_FDCWD, path, MODE (1), (uint64_t)call->a[2]);
}
static long do_mknodat (const sett_call *call) {
  return sett_shadow_mknod (NUMBER (0), path, MODE (2), (uint64_t)call->a[3]);
}
static long do_unlink (const sett_call *call) {
  (void)call;
  return sett_shadow_unlink (AT_FDCWD, path, 0);
}
static long do_rmdir (const sett_call *call) {
  (void)call;
  return sett_shadow_unlink (AT_FDCWD, path, AT_REMOVEDIR);
}
static long do_unlinkat (const sett_call *call) {
  return sett_shadow_unlink (NUMBER (0), path, NUMBER (2));
}
static long do_symlink (const sett_call *call) {
  (void)call;
  return sett_shadow_symlink (path, AT_FDCWD, other);
}
static long do_symlinkat (const sett_call *call) {
  return sett_shadow_symlink (path, NUMBER (1), other);
}
static long do_link (const sett_call *call) {
  (void)call;
  return sett_shadow_link (AT_FDCWD, path, AT_FDCWD, other, 0);
}
static long do_linkat (const sett_call *call) {
  return sett_shadow_link (NUMBER (0), path, NUMBER (2), other, NUMBER (4));
}
static long do_rename (const sett_call *call) {
  (void)call;
  return sett_shadow_rename (AT_FDCWD, path, AT_FDCWD, other, 0);
}
static long do_renameat (const sett_call *call) {
  return sett_shadow_rename (
      NUMBER (0), path, NUMBER (2), other,
      call->number == SYS_renameat2 ? (unsigned)call->a[4] : 0);
}
static long do_chmod (const sett_call *call) {
  return sett_shadow_chmod (AT_FDCWD, path, MODE (1), 0);
}
static long do_fchmod (const sett_call *call) {
  const long wrong = may_change_open (NUMBER (0));
  return wrong ? wrong
               : sett_shadow_chmod (NUMBER (0), "", MODE (1), AT_EMPTY_PATH);
}
static long do_fchmodat (const sett_call *call) {
  return sett_shadow_chmod (NUMBER (0), path, MODE (2),
                            call->number == SYS_fchmodat ? 0 : NUMBER (3));
}
static long do_chown (const sett_call *call) {
  return sett_shadow_chown (AT_FDCWD, path, MODE (1), MODE (2),
                            call->number == SYS_lchown ? AT_SYMLINK_NOFOLLOW
                                                       : 0);
}
static long do_fchown (const sett_call *call) {
  const long wrong = may_change_open (NUMBER (0));
  return wrong ? wrong
               : sett_shadow_chown (NUMBER (0), "", MODE (1), MODE (2),
                                    AT_EMPTY_PATH);
}
static long do_fchownat (const sett_call *call) {
  return sett_shadow_chown (NUMBER (0), path, MODE (2), MODE (3), NUMBER (4));
}
static long do_truncate (const sett_call *call) {
  return sett_shadow_truncate (path, call->a[1]);
}

enum { NONE = -1 };

typedef struct row {
  action *act;
  int8_t path, other; /* which arguments they are; NONE */
  uint8_t optional;   /* the path may be null */
  uint8_t reads;
} row;

#define READS(NAME, PATH, ACT) [SYS_##NAME] = {ACT, PATH, NONE, 0, 1}
#define WRITES(NAME, PATH, ACT) [SYS_##NAME] = {ACT, PATH, NONE, 0, 0}
#define TWICE(NAME, PATH, OTHER, ACT) [SYS_##NAME] = {ACT, PATH, OTHER, 0, 0}
#define ATTRIBUTE(NAME) [SYS_##NAME] = {sett_shadow_attribute, NONE, NONE, 0, 0}

static const row rows[] = {
    WRITES (open, 0, do_open),
    WRITES (openat, 1, do_openat),
    WRITES (openat2, 1, do_openat2),
    WRITES (creat, 0, do_creat),
    WRITES (mkdir, 0, do_mkdir),
    WRITES (mkdirat, 1, do_mkdirat),
    WRITES (mknod, 0, do_mknod),
    WRITES (mknodat, 1, do_mknodat),
    WRITES (unlink, 0, do_unlink),
    WRITES (unlinkat, 1, do_unlinkat),
    WRITES (rmdir, 0, do_rmdir),
    TWICE (symlink, 0, 1, do_symlink),
    TWICE (symlinkat, 0, 2, do_symlinkat),
    TWICE (link, 0, 1, do_link),
    TWICE (linkat, 1, 3, do_linkat),
    TWICE (rename, 0, 1, do_rename),
    TWICE (renameat, 1, 3, do_renameat),
    TWICE (renameat2, 1, 3, do_renameat),
    WRITES (chmod, 0, do_chmod),
    WRITES (fchmod, NONE, do_fchmod),
    WRITES (fchmodat, 1, do_fchmodat),
    WRITES (fchmodat2, 1, do_fchmodat),
    WRITES (chown, 0, do_chown),
    WRITES (lchown, 0, do_chown),
    WRITES (fchown, NONE, do_fchown),
    WRITES (fchownat, 1, do_fchownat),
    WRITES (truncate, 0, do_truncate),
    [SYS_utimensat] = {set_times, 1, NONE, 1, 0},
    [SYS_futimesat] = {set_old_times, 1, NONE, 1, 0},
    WRITES (utime, 0, set_old_times),
    WRITES (utimes, 0, set_old_times),
    WRITES (chdir, 0, change_folder),
    WRITES (fchdir, NONE, change_folder),
    READS (getcwd, NONE, tell_folder),
    READS (stat, 0, look),
    READS (lstat, 0, look),
    READS (fstat, NONE, look),
    READS (newfstatat, 1, look),
    READS (statx, 1, look),
    READS (access, 0, ask_access),
    READS (faccessat, 1, ask_access),
    READS (faccessat2, 1, ask_access),
    READS (readlink, 0, read_link),
    READS (readlinkat, 1, read_link),
    READS (statfs, 0, look_at_system),
    READS (fstatfs, NONE, look_at_system),
    READS (getdents64, NONE, sett_shadow_list),
    READS (getdents, NONE, sett_shadow_list),
    ATTRIBUTE (setxattr),
    ATTRIBUTE (lsetxattr),
    ATTRIBUTE (fsetxattr),
    ATTRIBUTE (getxattr),
    ATTRIBUTE (lgetxattr),
    ATTRIBUTE (fgetxattr),
    ATTRIBUTE (listxattr),
    ATTRIBUTE (llistxattr),
    ATTRIBUTE (flistxattr),
    ATTRIBUTE (removexattr),
    ATTRIBUTE (lremovexattr),
    ATTRIBUTE (fremovexattr),
};

/* What only reads is opened by the kernel while nothing differs. */
static int only_reads (const sett_call *call) {
  const int at = call->number == SYS_openat;
  if (!at && call->number != SYS_open)
    return rows[call->number].reads;
  const int flags = (int)call->a[at ? 2 : 1];
  return (flags & O_ACCMODE) == O_RDONLY &&
         !(flags & (O_CREAT | O_TRUNC | O_TMPFILE));
}

static const row *row_of (long number) {
  const size_t count = sizeof rows / sizeof *rows;
  return (size_t)number < count && rows[number].act ? &rows[number] : NULL;
}

static long take_paths (const sett_call *call, const row *r) {
  long wrong = 0;
  *path = *other = 0;
  if (r->path >= 0 && (call->a[r->path] || !r->optional))
    wrong = sett_take_path ((const void *)call->a[r->path], path);
  if (!wrong && r->other >= 0)
    wrong = sett_take_path ((const void *)call->a[r->other], other);
  return wrong;
}

long sett_shadow_call (const sett_call *call) {
  const row *r = row_of (call->number);
  if (!r || !sett_shadow_is_on () ||
      (!sett_shadow_any () && !sett_user_differs () && only_reads (call)))
    return sett_call_pass (call);
  const long wrong = take_paths (call, r);
  return wrong ? wrong : r->act (call);
}

int sett_shadow_concerns (long number) {
  return row_of (number) != NULL;
}

int sett_shadow_early (const sett_call *call, long *result) {
  if (!row_of (call->number) || !sett_shadow_is_on ())
    return 0;
  *result = sett_shadow_call (call);
  return 1;
}
