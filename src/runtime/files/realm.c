/* The kernel's own files, and devices: see realm.h, which says what always
 * holds. */

#include "runtime/files/realm.h"
#include "runtime/files/originals.h"
#include "runtime/files/shadow_view.h"

#include "runtime/files/descriptors.h"
#include "runtime/sched/numbers.h"
#include "runtime/sched/randomness.h"
#include "runtime/undo/pages.h"

#include <fcntl.h>
#include <limits.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <termios.h>

#ifndef CONFIGFS_MAGIC
#define CONFIGFS_MAGIC 0x62656570
#endif
#ifndef FUSECTL_MAGIC
#define FUSECTL_MAGIC 0x65735543
#endif

static void remark (const char *what, const char *text, uintptr_t place) {
  char note[96];
  const int active = engine.active;
  engine.active = 0; /* formatting is not the program's doing */
  snprintf (note, sizeof note, "%s %.60s", text, what);
  engine.active = active;
  sett_note_add (1, place, note);
}

/*------------------------------------------------------------------------*/
/* Calls and the names in them. */

/* RENAMES: the name itself begins or ceases to be; CHANGES: what it leads to
   is changed. */
typedef enum use { LOOKS = 1, OPENS, RENAMES, CHANGES, CHANGES_OPEN } use;

typedef struct shape {
  uint8_t use;
  uint8_t count; /* of names */
  struct {
    uint8_t folder; /* the argument with the folder, plus 1; 0: none */
    uint8_t path;
  } names[2];
} shape;

#define NAME(PATH)                                                             \
  1, {                                                                         \
    { 0, PATH }                                                                \
  }
#define NAME_AT(FOLDER, PATH)                                                  \
  1, {                                                                         \
    { (FOLDER) + 1, PATH }                                                     \
  }
#define NAMES(A, B)                                                            \
  2, {                                                                         \
    {0, A}, {                                                                  \
      0, B                                                                     \
    }                                                                          \
  }
#define NAMES_AT(FOLDER, PATH, OTHER_FOLDER, OTHER)                            \
  2, {                                                                         \
    {(FOLDER) + 1, PATH}, {                                                    \
      (OTHER_FOLDER) + 1, OTHER                                                \
    }                                                                          \
  }

static const shape shapes[] = {
    [SYS_open] = {OPENS, NAME (0)},
    [SYS_creat] = {OPENS, NAME (0)},
    [SYS_openat] = {OPENS, NAME_AT (0, 1)},
    [SYS_stat] = {LOOKS, NAME (0)},
    [SYS_lstat] = {LOOKS, NAME (0)},
    [SYS_newfstatat] = {LOOKS, NAME_AT (0, 1)},
    [SYS_statx] = {LOOKS, NAME_AT (0, 1)},
    [SYS_statfs] = {LOOKS, NAME (0)},
    [SYS_access] = {LOOKS, NAME (0)},
    [SYS_faccessat] = {LOOKS, NAME_AT (0, 1)},
    [SYS_faccessat2] = {LOOKS, NAME_AT (0, 1)},
    [SYS_readlink] = {LOOKS, NAME (0)},
    [SYS_readlinkat] = {LOOKS, NAME_AT (0, 1)},
    [SYS_chdir] = {LOOKS, NAME (0)},
    [SYS_execve] = {LOOKS, NAME (0)},
    [SYS_execveat] = {LOOKS, NAME_AT (0, 1)},
    [SYS_getxattr] = {LOOKS, NAME (0)},
    [SYS_lgetxattr] = {LOOKS, NAME (0)},
    [SYS_listxattr] = {LOOKS, NAME (0)},
    [SYS_llistxattr] = {LOOKS, NAME (0)},
    [SYS_rename] = {RENAMES, NAMES (0, 1)},
    [SYS_renameat] = {RENAMES, NAMES_AT (0, 1, 2, 3)},
    [SYS_renameat2] = {RENAMES, NAMES_AT (0, 1, 2, 3)},
    [SYS_link] = {RENAMES, NAMES (0, 1)},
    [SYS_linkat] = {RENAMES, NAMES_AT (0, 1, 2, 3)},
    [SYS_symlink] = {RENAMES, NAME (1)},
    [SYS_symlinkat] = {RENAMES, NAME_AT (1, 2)},
    [SYS_truncate] = {CHANGES, NAME (0)},
    [SYS_chmod] = {CHANGES, NAME (0)},
    [SYS_fchmodat] = {CHANGES, NAME_AT (0, 1)},
    [SYS_chown] = {CHANGES, NAME (0)},
    [SYS_lchown] = {RENAMES, NAME (0)},
    [SYS_fchownat] = {CHANGES, NAME_AT (0, 1)},
    [SYS_utime] = {CHANGES, NAME (0)},
    [SYS_utimes] = {CHANGES, NAME (0)},
    [SYS_futimesat] = {CHANGES, NAME_AT (0, 1)},
    [SYS_utimensat] = {CHANGES, NAME_AT (0, 1)},
    [SYS_setxattr] = {CHANGES, NAME (0)},
    [SYS_lsetxattr] = {RENAMES, NAME (0)},
    [SYS_removexattr] = {CHANGES, NAME (0)},
    [SYS_lremovexattr] = {RENAMES, NAME (0)},
    [SYS_rmdir] = {RENAMES, NAME (0)},
    [SYS_unlink] = {RENAMES, NAME (0)},
    [SYS_unlinkat] = {RENAMES, NAME_AT (0, 1)},
    [SYS_mkdir] = {RENAMES, NAME (0)},
    [SYS_mkdirat] = {RENAMES, NAME_AT (0, 1)},
    [SYS_mknod] = {RENAMES, NAME (0)},
    [SYS_mknodat] = {RENAMES, NAME_AT (0, 1)},
    [SYS_ftruncate] = {CHANGES_OPEN, 0, {{0, 0}}},
    [SYS_fchmod] = {CHANGES_OPEN, 0, {{0, 0}}},
    [SYS_fchown] = {CHANGES_OPEN, 0, {{0, 0}}},
    [SYS_fsetxattr] = {CHANGES_OPEN, 0, {{0, 0}}},
    [SYS_fremovexattr] = {CHANGES_OPEN, 0, {{0, 0}}},
};

static const shape *shape_of (long number) {
  const size_t count = sizeof shapes / sizeof *shapes;
  return (size_t)number < count && shapes[number].use ? &shapes[number] : NULL;
}

int sett_realm_concerns (long number) {
  return shape_of (number) != NULL;
}

static int folder_of (const shape *s, int i, const sett_call *call) {
  return s->names[i].folder ? (int)call->a[s->names[i].folder - 1] : AT_FDCWD;
}

static const char *path_of (const shape *s, int i, const sett_call *call) {
  return (const char *)call->a[s->names[i].path];
}

/*------------------------------------------------------------------------*/
/* Which file system is it? */

static int is_kernels (long type) {
  switch ((unsigned long)type) {
  case PROC_SUPER_MAGIC:
  case SYSFS_MAGIC:
  case CGROUP_SUPER_MAGIC:
  case CGROUP2_SUPER_MAGIC:
  case DEBUGFS_MAGIC:
  case TRACEFS_MAGIC:
  case SECURITYFS_MAGIC:
  case SELINUX_MAGIC:
  case BPF_FS_MAGIC:
  case EFIVARFS_MAGIC:
  case PSTOREFS_MAGIC:
  case BINFMTFS_MAGIC:
  case CONFIGFS_MAGIC:
  case FUSECTL_MAGIC:
    return 1;
  default:
    return 0;
  }
}

static long type_of (long number) {
  static struct statfs s; /* the kernel may write to it */
  return sett_raw (SYS_fstatfs, number, &s) ? 0 : (long)s.f_type;
}

static int is_kernels_at (int folder, const char *path) {
  const long number =
      sett_raw (SYS_openat, folder, path, O_PATH | O_CLOEXEC, 0);
  if (number < 0)
    return 0;
  const int result = is_kernels (type_of (number));
  sett_raw (SYS_close, number);
  return result;
}

/* The folder that a name is in decides: what it names may not be there. */
static int is_among_kernels (int folder, const char *path) {
  char parent[PATH_MAX];
  const size_t length = strnlen (path, sizeof parent);
  if (length >= sizeof parent)
    return 0;
  memcpy (parent, path, length + 1);
  char *slash = strrchr (parent, '/');
  if (!slash)
    memcpy (parent, ".", 2);
  else
    slash[slash == parent] = 0;
  return is_kernels_at (folder, parent);
}

static int changes_kernel (const shape *s, const sett_call *call) {
  if (s->use == CHANGES_OPEN)
    return !sett_descriptors_model ((int)call->a[0]) &&
           is_kernels (type_of ((int)call->a[0]));
  const int links = call->number == SYS_link || call->number == SYS_linkat;
  /* What is linked to stays as it is. */
  for (int i = links; s->use >= RENAMES && i < s->count; i++) {
    const char *path = path_of (s, i, call);
    const int folder = folder_of (s, i, call);
    if ((uintptr_t)path >= SETT_PAGE &&
        (s->use == RENAMES ? is_among_kernels (folder, path)
                           : is_kernels_at (folder, path)))
      return 1;
  }
  return 0;
}

/*------------------------------------------------------------------------*/
/* /proc/1000, as the program knows itself. */

static const char proc[] = "/proc/";
enum { PROC = sizeof proc - 1 };

/* The number at the beginning of a name in /proc; -1: there is none. */
static int number_at (const char *text, const char **rest) {
  char *end;
  if (*text < '0' || *text > '9')
    return -1;
  const unsigned long number = strtoul (text, &end, 10);
  *rest = end;
  return (*end == '/' || !*end) && number <= INT_MAX ? (int)number : -1;
}

/* "task/1001/...": all threads share one of the machine. */
static const char *skip_task (const char *rest, uintptr_t place) {
  const char *behind;
  if (strncmp (rest, "/task/", 6))
    return rest;
  const int number = number_at (rest + 6, &behind);
  return number >= 0 && sett_numbers_known (number, place) ? behind : rest;
}

/* "/fd/900": none of the program's. */
static int is_engines (const char *rest) {
  const char *behind;
  const size_t folder = !strncmp (rest, "/fd/", 4)       ? 4
                        : !strncmp (rest, "/fdinfo/", 8) ? 8
                                                         : 0;
  return folder && number_at (rest + folder, &behind) >= SETT_MOST_DESCRIPTORS;
}

/* 1: NEW is the name for the kernel; 0: the name can stay; or an error. */
static long translate (const char *path, char new[PATH_MAX], uintptr_t place) {
  const char *rest;
  if (!path || strncmp (path, proc, PROC))
    return 0;
  const char *first = path + PROC;
  const int number = number_at (first, &rest);
  if (number < 0 && !strncmp (first, "self", 4) && first[4] == '/')
    rest = first + 4;
  else if (number < 0)
    return 0;
  else if (!sett_numbers_is_own (number)) {
    remark (path, "refused: another process,", place);
    return -ENOENT;
  }
  rest = skip_task (rest, place);
  if (is_engines (rest))
    return -ENOENT;
  if (strlen (rest) + PROC + 5 > PATH_MAX)
    return -ENAMETOOLONG;
  strcpy (new, "/proc/self");
  strcat (new, rest);
  return 1;
}

/* /proc/self is a symbolic link that says the number. */
static int is_own_link (const sett_call *call, const char *path) {
  return path &&
         (call->number == SYS_readlink || call->number == SYS_readlinkat) &&
         (!strcmp (path, "/proc/self") || !strcmp (path, "/proc/thread-self"));
}

static long answer_link (const sett_call *call, const char *path) {
  const int at = call->number == SYS_readlinkat;
  char text[48];
  const int active = engine.active;
  engine.active = 0;
  const int process = sett_process_number (engine.process);
  const int length = path[PROC] == 's'
                         ? snprintf (text, sizeof text, "%d", process)
                         : snprintf (text, sizeof text, "%d/task/%d", process,
                                     sett_thread_number ());
  engine.active = active;
  const long size = call->a[at ? 3 : 2];
  if (size <= 0)
    return -EINVAL;
  const long part = size < length ? size : length;
  memcpy ((char *)call->a[at ? 2 : 1], text, (size_t)part);
  return part;
}

/*------------------------------------------------------------------------*/
/* What was opened. */

/* The same whenever it is read, as far as one machine goes. */
static int is_steady (const char *name) {
  static const char *const steady[] = {"/proc/self/exe",
                                       "/proc/self/cmdline",
                                       "/proc/self/environ",
                                       "/proc/self/auxv",
                                       "/proc/self/comm",
                                       "/proc/self/maps",
                                       "/proc/self/limits",
                                       "/proc/self/cgroup",
                                       "/proc/self/mounts",
                                       "/proc/self/mountinfo",
                                       "/proc/self/uid_map",
                                       "/proc/self/gid_map",
                                       "/proc/self/fd",
                                       "/proc/filesystems",
                                       "/proc/version",
                                       "/proc/cmdline",
                                       "/proc/cpuinfo",
                                       "/proc/devices",
                                       "/proc/sys/vm/overcommit_memory",
                                       "/proc/sys/kernel/osrelease",
                                       "/proc/sys/kernel/ostype",
                                       "/proc/sys/kernel/hostname",
                                       "/proc/sys/kernel/pid_max",
                                       "/proc/sys/kernel/threads-max",
                                       "/proc/sys/kernel/cap_last_cap",
                                       "/proc/sys/kernel/ngroups_max",
                                       "/proc/sys/kernel/rtsig-max",
                                       "/proc/sys/fs/pipe-max-size",
                                       "/proc/sys/fs/nr_open",
                                       "/proc/sys/net/core/somaxconn"};
  for (size_t i = 0; i < sizeof steady / sizeof *steady; i++)
    if (!strcmp (name, steady[i]))
      return 1;
  return !strncmp (name, "/sys/devices/system/", 20) ||
         !strncmp (name, "/sys/kernel/mm/", 15) ||
         !strcmp (name, "/sys/fs/cgroup/cgroup.controllers");
}

/* Its whole name, with "self" for the process's own number. */
static void name_open (long number, char name[PATH_MAX]) {
  char link[32], found[PATH_MAX];
  const char *rest = "";
  const int active = engine.active;
  engine.active = 0;
  snprintf (link, sizeof link, "/proc/self/fd/%ld", number);
  sett_pages_touch (found, sizeof found);
  const long length =
      sett_raw (SYS_readlinkat, AT_FDCWD, link, found, sizeof found - 1);
  found[length < 0 ? 0 : length] = 0;
  const int own = !strncmp (found, proc, PROC) &&
                  number_at (found + PROC, &rest) == sett_raw (SYS_getpid);
  if (own)
    snprintf (name, PATH_MAX, "/proc/self%s", rest);
  else
    memcpy (name, found, sizeof found);
  engine.active = active;
}

static int is_of_other (const char *name) {
  const char *rest;
  return !strncmp (name, proc, PROC) && number_at (name + PROC, &rest) >= 0;
}

int sett_realm_shows_other (const sett_call *call, long number) {
  char name[PATH_MAX];
  const shape *s = shape_of (call->number);
  if (number < 0 || !s || s->use != OPENS || !is_kernels (type_of (number)))
    return 0;
  name_open (number, name);
  return is_of_other (name);
}

static int writes (const sett_call *call) {
  const long flags = call->a[call->number == SYS_openat ? 2 : 1];
  return call->number == SYS_creat ||
         (!(flags & O_PATH) &&
          ((flags & O_ACCMODE) != O_RDONLY || (flags & O_TRUNC)));
}

static long close_again (long number, long error) {
  sett_raw (SYS_close, number);
  sett_descriptors_change (number);
  return error;
}

static long judge_device (const sett_call *call, long number, const char *name,
                          uintptr_t place) {
  if (writes (call)) {
    remark (name, "refused: writing to", place);
    return close_again (number, -EACCES);
  }
  remark (name, "not controlled: reading", place);
  return number;
}

static long judge_kernels (const sett_call *call, long number, const char *name,
                           uintptr_t place) {
  if (is_of_other (name)) {
    remark (name, "refused: another process,", place);
    return close_again (number, -ENOENT);
  }
  if (writes (call)) {
    remark (name, "refused: writing to", place);
    return close_again (number, -EACCES);
  }
  if (!is_steady (name))
    remark (name, "not controlled: reading", place);
  return number;
}

static long judge (const sett_call *call, long number, uintptr_t place) {
  static struct stat s; /* the kernel may write to it */
  char name[PATH_MAX];
  if (number < 0 || sett_descriptors_model (number) ||
      sett_raw (SYS_fstat, number, &s))
    return number;
  if (!sett_file_is_tame (&s)) {
    name_open (number, name);
    return judge_device (call, number, name, place);
  }
  if (!is_kernels (type_of (number)))
    return number;
  name_open (number, name);
  return judge_kernels (call, number, name, place);
}

/*------------------------------------------------------------------------*/

static long act (sett_call_function *function, const shape *s,
                 const sett_call *call, uintptr_t place) {
  if (UNLIKELY (changes_kernel (s, call))) {
    sett_call_remark (sett_call_name (call->number),
                      "refused on a file of the kernel", place);
    return -EACCES;
  }
  const long result = function (call, place);
  return s->use == OPENS ? judge (call, result, place) : result;
}

/* Only /proc: few need so much room on their stacks. */
__attribute__ ((noinline)) static long
act_in_proc (sett_call_function *function, const shape *s,
             const sett_call *call, uintptr_t place) {
  char names[2][PATH_MAX];
  sett_call copy = *call;
  for (int i = 0; i < s->count; i++) {
    const char *path = path_of (s, i, call);
    if (is_own_link (call, path))
      return answer_link (call, path);
    const long result = translate (path, names[i], place);
    if (result < 0)
      return result;
    if (result)
      copy.a[s->names[i].path] = (long)names[i];
  }
  return act (function, s, &copy, place);
}

static int is_in_proc (const shape *s, const sett_call *call) {
  for (int i = 0; i < s->count; i++) {
    const char *path = path_of (s, i, call);
    if ((uintptr_t)path >= SETT_PAGE && !strncmp (path, proc, PROC))
      return 1;
  }
  return 0;
}

long sett_realm_do (sett_call_function *function, const sett_call *call,
                    uintptr_t place) {
  const shape *s = shape_of (call->number);
  return UNLIKELY (is_in_proc (s, call))
             ? act_in_proc (function, s, call, place)
             : act (function, s, call, place);
}

/*------------------------------------------------------------------------*/
/* Control of what descriptors lead to. */

static int only_asks (unsigned long request) {
  switch (request) {
  case TCGETS:
  case TIOCGWINSZ:
  case FIONREAD:
  case TIOCOUTQ:
  case TIOCGPTN:
  case FIONBIO: /* undone with the descriptor */
  case FIOCLEX:
  case FIONCLEX:
  case FIOQSIZE:
  case FS_IOC_GETFLAGS:
    return 1;
  default:
    return 0;
  }
}

static int sets_terminal (unsigned long request) {
  switch (request) {
  case TCSETS:
  case TCSETSW:
  case TCSETSF:
  case TIOCSWINSZ:
  case TCFLSH:
  case TCXONC:
  case TCSBRK:
  case TCSBRKP:
    return 1;
  default:
    return 0;
  }
}

static int is_terminal (long number) {
  static struct winsize size; /* the kernel may write to it */
  return !sett_raw (SYS_ioctl, number, TIOCGWINSZ, &size);
}

/* What is for terminals only fails elsewhere, by itself. */
static int is_for_terminals (unsigned long request) {
  return (request >> 8 & 0xff) == 'T';
}

long sett_realm_control (const sett_call *call, uintptr_t place) {
  const long number = (int)call->a[0];
  const unsigned long request = (unsigned long)call->a[1];
  if (request == FIONBIO)
    sett_originals_moved (number);
  if (only_asks (request) || sett_raw (SYS_fcntl, number, F_GETFD, 0) < 0 ||
      (is_for_terminals (request) && !is_terminal (number)))
    return sett_call_pass (call);
  if (request == TIOCGPGRP || request == TIOCGSID) {
    const sett_call ask = {request == TIOCGSID ? SYS_getsid : SYS_getpgid,
                           {sett_process_number (0)}};
    *(int *)call->a[2] = (int)sett_call_group (&ask, place);
    return 0;
  }
  if (sets_terminal (request))
    return sett_call_pretend (call, place);
  sett_call_remark ("ioctl", "refused", place);
  return -ENOTTY;
}

int sett_realm_refuses (int command) {
  return command == F_SETOWN || command == F_SETOWN_EX || command == F_SETSIG ||
         command == F_NOTIFY || command == F_SETLEASE;
}
