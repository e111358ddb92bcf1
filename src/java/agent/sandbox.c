/* Nothing sets files back between the executions of a Java program.  So nothing
   may change them: system calls that would do so never reach the kernel, unless
   every name that they are about is one that the user has given (--real).

   The filter hands such calls to a signal handler, in the thread that calls: it
   looks at the names, does what is permitted by a system call of its own, which
   the filter knows by its address, and refuses the rest.  What would happen
   then is not known: the execution ends there, and the verdict is bounded.  A
   file is open for writing only if that was permitted (or if it was open
   before: the standard output), so that calls on descriptors, and mappings,
   need no look but for those that change a file that is open for reading.

   Likewise signals to other processes, and starting any. */

#include "java/agent/sandbox.h"

#include "base/assert.h"
#include "java/agent/stack_frames.h"
#include "java/agent/scheduler.h"
#include "shared/shadow_orders.h"
#include "shared/worker_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <ucontext.h>
#include <unistd.h>

static sett_shadow_orders orders;

int sett_sandbox_read (int file, unsigned worker) {
  return pread (file, &orders, sizeof orders,
                (off_t)SETT_SHADOW_OFFSET (worker)) == sizeof orders;
}

/*------------------------------------------------------------------------*/
/* Calls that are looked at. */

/* Which arguments are a folder's descriptor and a name, twice; -1: none.  A
   descriptor without a name is a file's own. */
typedef struct row {
  int number, folder, name, other_folder, other_name;
  int flags; /* the argument with those of open, if it is such a call */
} row;

enum { NO = -1 };

static const row rows[] = {
    {SYS_open, NO, 0, NO, NO, 1},
    {SYS_openat, 0, 1, NO, NO, 2},
    {SYS_creat, NO, 0, NO, NO, NO},
    {SYS_unlink, NO, 0, NO, NO, NO},
    {SYS_unlinkat, 0, 1, NO, NO, NO},
    {SYS_rmdir, NO, 0, NO, NO, NO},
    {SYS_rename, NO, 0, NO, 1, NO},
    {SYS_renameat, 0, 1, 2, 3, NO},
    {SYS_renameat2, 0, 1, 2, 3, NO},
    {SYS_link, NO, 0, NO, 1, NO},
    {SYS_linkat, 0, 1, 2, 3, NO},
    {SYS_symlink, NO, 1, NO, NO, NO},
    {SYS_symlinkat, 1, 2, NO, NO, NO},
    {SYS_mkdir, NO, 0, NO, NO, NO},
    {SYS_mkdirat, 0, 1, NO, NO, NO},
    {SYS_mknod, NO, 0, NO, NO, NO},
    {SYS_mknodat, 0, 1, NO, NO, NO},
    {SYS_truncate, NO, 0, NO, NO, NO},
    {SYS_chmod, NO, 0, NO, NO, NO},
    {SYS_fchmod, 0, NO, NO, NO, NO},
    {SYS_fchmodat, 0, 1, NO, NO, NO},
    {SYS_chown, NO, 0, NO, NO, NO},
    {SYS_lchown, NO, 0, NO, NO, NO},
    {SYS_fchown, 0, NO, NO, NO, NO},
    {SYS_fchownat, 0, 1, NO, NO, NO},
    {SYS_utime, NO, 0, NO, NO, NO},
    {SYS_utimes, NO, 0, NO, NO, NO},
    {SYS_futimesat, 0, 1, NO, NO, NO},
    {SYS_utimensat, 0, 1, NO, NO, NO},
    {SYS_setxattr, NO, 0, NO, NO, NO},
    {SYS_lsetxattr, NO, 0, NO, NO, NO},
    {SYS_fsetxattr, 0, NO, NO, NO, NO},
    {SYS_removexattr, NO, 0, NO, NO, NO},
    {SYS_lremovexattr, NO, 0, NO, NO, NO},
    {SYS_fremovexattr, 0, NO, NO, NO, NO},
    {SYS_bind, NO, NO, NO, NO, NO},
    {SYS_kill, NO, NO, NO, NO, NO},
};

enum {
  ROWS = sizeof rows / sizeof *rows,
  WRITING = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC
};

/* No program in Java comes to these, but for execve (sett_sandbox_spawn). */
static const struct {
  int number, error;
} refused[] = {
    {SYS_openat2, ENOSYS},
    {452 /* fchmodat2 */, ENOSYS},
    {SYS_io_uring_setup, ENOSYS},
    {SYS_execve, EACCES},
    {SYS_execveat, EACCES},
    {SYS_ptrace, EPERM},
    {SYS_process_vm_writev, EPERM},
    {SYS_pidfd_send_signal, EPERM},
    {SYS_rt_sigqueueinfo, EPERM},
    {SYS_tkill, EPERM},
    {SYS_mount, EPERM},
    {SYS_umount2, EPERM},
    {SYS_chroot, EPERM},
    {SYS_pivot_root, EPERM},
    {SYS_unshare, EPERM},
    {SYS_setns, EPERM},
    {SYS_swapon, EPERM},
    {SYS_swapoff, EPERM},
    {SYS_reboot, EPERM},
    {SYS_sethostname, EPERM},
    {SYS_settimeofday, EPERM},
    {SYS_clock_settime, EPERM},
    {SYS_bpf, EPERM},
};

enum { REFUSED = sizeof refused / sizeof *refused };

/*------------------------------------------------------------------------*/
/* The system call that the filter lets pass. */

long sett_sandbox_call (long number, const long arguments[6]);
extern const char sett_sandbox_returns[];

__asm__(".text\n"
        ".hidden sett_sandbox_call\n"
        ".hidden sett_sandbox_returns\n"
        ".globl sett_sandbox_call\n"
        ".globl sett_sandbox_returns\n"
        ".type sett_sandbox_call, @function\n"
        "sett_sandbox_call:\n"
        "  mov %rdi, %rax\n"
        "  mov %rsi, %r11\n"
        "  mov (%r11), %rdi\n"
        "  mov 8(%r11), %rsi\n"
        "  mov 16(%r11), %rdx\n"
        "  mov 24(%r11), %r10\n"
        "  mov 32(%r11), %r8\n"
        "  mov 40(%r11), %r9\n"
        "  syscall\n"
        "sett_sandbox_returns:\n"
        "  ret\n"
        ".size sett_sandbox_call, . - sett_sandbox_call\n");

/*------------------------------------------------------------------------*/
/* Names. */

static int is_inside (const char *name, const char *folder) {
  const size_t length = strlen (folder);
  return !strcmp (folder, "/") || (!strncmp (name, folder, length) &&
                                   (!name[length] || name[length] == '/'));
}

static int is_real (const char *name) {
  for (uint32_t i = 0; i < orders.real_length;
       i += (uint32_t)strlen (orders.real + i) + 1)
    if (is_inside (name, orders.real + i))
      return 1;
  return 0;
}

/* From the root on. */
static int make_whole (int folder, const char *name, char whole[PATH_MAX]) {
  char link[32], base[PATH_MAX] = "";
  if (!name || *name != '/') {
    snprintf (link, sizeof link, "/proc/self/fd/%d", folder);
    const ssize_t length = readlink (
        folder == AT_FDCWD ? "/proc/self/cwd" : link, base, sizeof base - 1);
    if (length < 0)
      return 0;
    base[length] = 0;
  }
  const int written =
      snprintf (whole, PATH_MAX, "%s%s%s", base,
                name && *name && *base ? "/" : "", name ? name : "");
  return written > 0 && written < PATH_MAX;
}

/* Both the name itself and what it leads to. */
static int is_permitted (const char *whole) {
  char parent[PATH_MAX], real[PATH_MAX];
  const char *last = strrchr (whole, '/');
  if (!strcmp (whole, "/dev/null"))
    return 1;
  if (!orders.real_length || !last)
    return 0;
  if (realpath (whole, real) ? !is_real (real) : errno != ENOENT)
    return 0;
  if (!last[1] || !strcmp (last, "/.") || !strcmp (last, "/.."))
    return realpath (whole, real) && is_real (real);
  struct stat status;
  if (!realpath (whole, real) && !lstat (whole, &status))
    return 0; /* a link to what is not there yet */
  snprintf (parent, sizeof parent, "%.*s", (int)(last - whole + 1), whole);
  if (!realpath (parent, real) || strlen (real) + strlen (last) >= sizeof real)
    return 0;
  if (strcmp (real, "/"))
    strcat (real, last);
  else
    strcpy (real, last);
  return is_real (real);
}

/*------------------------------------------------------------------------*/
/* Looking at a call. */

static long refuse (const char *what, const char *name, const char *how) {
  const size_t length = strlen (name);
  enum { MOST = 48 };
  sett_jnote (1, 0, "%s %s%.*s: refused%s", what, length > MOST ? "..." : "",
              MOST, length > MOST ? name + length - MOST : name, how);
  if (sett_jself_any ())
    sett_jend (SETT_CUT); /* nothing, if it is over */
  return -EROFS;
}

/* 0: it is. */
static long check_name (int folder, const char *name) {
  char whole[PATH_MAX];
  if (!make_whole (folder, name, whole))
    return -ENOENT;
  if (is_permitted (whole)) {
    if (strcmp (whole, "/dev/null"))
      sett_jnote (1, 0,
                  "files are really written: not undone between executions");
    return 0;
  }
  return refuse ("the program would change", whole, " without --real");
}

static int folder_at (const long a[6], int index) {
  return index == NO ? AT_FDCWD : (int)a[index];
}

static const char *name_at (const long a[6], int index) {
  return index == NO ? NULL : (const char *)a[index];
}

/* A socket with a name makes a file. */
static long check_bind (const long a[6]) {
  const struct sockaddr_un *address = (const void *)a[1];
  char name[sizeof address->sun_path + 1] = "";
  const size_t start = offsetof (struct sockaddr_un, sun_path);
  if (!address || (size_t)a[2] <= start || address->sun_family != AF_UNIX ||
      !*address->sun_path)
    return 0;
  size_t length = (size_t)a[2] - start;
  if (length >= sizeof name)
    length = sizeof name - 1;
  memcpy (name, address->sun_path, length);
  return check_name (AT_FDCWD, name);
}

static long check_kill (const long a[6]) {
  char number[24];
  if ((pid_t)a[0] == getpid () || !a[1])
    return 0;
  snprintf (number, sizeof number, "%d", (int)a[0]);
  refuse ("a signal to process", number, "");
  return -EPERM;
}

static long check (const row *r, const long a[6]) {
  long error = 0;
  if (r->number == SYS_bind)
    return check_bind (a);
  if (r->number == SYS_kill)
    return check_kill (a);
  error = check_name (folder_at (a, r->folder), name_at (a, r->name));
  if (!error && r->other_name != NO)
    error =
        check_name (folder_at (a, r->other_folder), name_at (a, r->other_name));
  return error;
}

static void on_call (int signal, siginfo_t *info, void *context) {
  (void)signal;
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  const long a[6] = {registers[REG_RDI], registers[REG_RSI], registers[REG_RDX],
                     registers[REG_R10], registers[REG_R8],  registers[REG_R9]};
  const int kept = errno;
  long result = -ENOSYS;
  for (int i = 0; i < ROWS; i++)
    if (rows[i].number == info->si_syscall) {
      result = check (&rows[i], a);
      if (!result)
        result = sett_sandbox_call (rows[i].number, a);
    }
  registers[REG_RAX] = result;
  errno = kept;
}

/*------------------------------------------------------------------------*/
/* The filter. */

enum { MOST_STEPS = 8 + 2 * REFUSED + 10 * ROWS };

typedef struct filter {
  struct sock_filter steps[MOST_STEPS];
  unsigned short count;
} filter;

static void put (filter *f, unsigned code, unsigned value, unsigned yes,
                 unsigned no) {
  SETT_ASSERT (f->count < MOST_STEPS && yes < 256 && no < 256);
  f->steps[f->count++] = (struct sock_filter){.code = (unsigned short)code,
                                              .jt = (unsigned char)yes,
                                              .jf = (unsigned char)no,
                                              .k = value};
}

static void load (filter *f, size_t at) {
  put (f, BPF_LD | BPF_W | BPF_ABS, (unsigned)at, 0, 0);
}

static void skip_unless (filter *f, unsigned value, unsigned steps) {
  put (f, BPF_JMP | BPF_JEQ | BPF_K, value, 0, steps);
}

static void give (filter *f, unsigned action) {
  put (f, BPF_RET | BPF_K, action, 0, 0);
}

static void put_row (filter *f, const row *r) {
  const uint64_t from = (uintptr_t)sett_sandbox_returns;
  const size_t at = offsetof (struct seccomp_data, instruction_pointer);
  skip_unless (f, (unsigned)r->number, r->flags == NO ? 6 : 9);
  if (r->flags != NO) {
    load (f, offsetof (struct seccomp_data, args) + 8 * (size_t)r->flags);
    put (f, BPF_JMP | BPF_JSET | BPF_K, WRITING, 1, 0);
    give (f, SECCOMP_RET_ALLOW);
  }
  load (f, at);
  skip_unless (f, (uint32_t)from, 3);
  load (f, at + 4);
  skip_unless (f, (uint32_t)(from >> 32), 1);
  give (f, SECCOMP_RET_ALLOW);
  give (f, SECCOMP_RET_TRAP);
}

static void put_all (filter *f) {
  enum { X32 = 0x40000000 };
  load (f, offsetof (struct seccomp_data, arch));
  put (f, BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
  give (f, SECCOMP_RET_ERRNO | ENOSYS);
  load (f, offsetof (struct seccomp_data, nr));
  put (f, BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
  give (f, SECCOMP_RET_ERRNO | ENOSYS);
  for (int i = 0; i < REFUSED; i++) {
    skip_unless (f, (unsigned)refused[i].number, 1);
    give (f, SECCOMP_RET_ERRNO | (unsigned)refused[i].error);
  }
  for (int i = 0; i < ROWS; i++)
    put_row (f, &rows[i]);
  give (f, SECCOMP_RET_ALLOW);
}

int sett_sandbox_close (void) {
  static filter f;
  const struct sigaction action = {.sa_sigaction = on_call,
                                   .sa_flags = SA_SIGINFO | SA_NODEFER};
  put_all (&f);
  const struct sock_fprog program = {.len = f.count, .filter = f.steps};
  if (!sigaction (SIGSYS, &action, NULL) &&
      !prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
      !syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC,
                &program))
    return 1;
  fprintf (stderr,
           "files cannot be guarded against the program: the kernel refuses a "
           "filter for system calls (%s)\n",
           strerror (errno));
  return 0;
}

/*------------------------------------------------------------------------*/

jint JNICALL sett_sandbox_spawn (JNIEnv *env, jobject process) {
  (void)process;
  sett_jnote (1, sett_jself () ? sett_frame_here (env) : 0,
              "the program would start a process: refused");
  if (sett_jself_any ()) {
    sett_jend (SETT_CUT);
    sett_junwind (env);
    return -1;
  }
  (*env)->ThrowNew (env, (*env)->FindClass (env, "java/io/IOException"),
                    "refused");
  return -1;
}
