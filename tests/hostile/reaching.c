/* Programs that reach for what is not theirs: the machine, its devices, its
   files, other processes; or for what differs from run to run.  Each must find
   that it cannot, or the same whenever it looks, and go on. */

#define _GNU_SOURCE
#include "kinds.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <x86intrin.h>

static void expect (int is_true) {
  if (!is_true)
    abort ();
}

static void fails (long result) {
  expect (result == -1);
}

/*------------------------------------------------------------------------*/
/* Other processes. */

static void opens_pidfd (void) {
  fails (syscall (SYS_pidfd_open, getpid (), 0));
  fails (syscall (SYS_pidfd_open, 1, 0));
}

static void waits_for_pidfd (void) {
  siginfo_t info;
  fails (waitid (P_PIDFD, 0, &info, WEXITED));
}

static void reads_others (void) {
  char text[8];
  struct iovec here = {text, sizeof text}, there = {text, sizeof text};
  fails (process_vm_readv (1, &here, 1, &there, 1, 0));
  fails (process_vm_writev (getppid (), &here, 1, &there, 1, 0));
}

static void compares (void) {
  fails (syscall (SYS_kcmp, getpid (), 1, 0, 0, 0));
}

static void owns_descriptor (void) {
  int both[2];
  expect (!pipe (both));
  fails (fcntl (both[0], F_SETOWN, 1));
  fails (fcntl (both[0], F_SETSIG, SIGKILL));
}

static void renices (void) {
  fails (setpriority (PRIO_PROCESS, 1, 5));
  expect (!setpriority (PRIO_PROCESS, (id_t)getpid (), 5));
  errno = 0;
  getpriority (PRIO_PROCESS, (id_t)getpid ());
  expect (!errno);
}

static void asks_of_others (void) {
  struct rlimit limit;
  struct sched_param p;
  fails (prlimit (1, RLIMIT_CORE, NULL, &limit));
  expect (!prlimit (getpid (), RLIMIT_CORE, NULL, &limit));
  fails (sched_getparam (1, &p));
  expect (!sched_getparam (getpid (), &p));
  expect (getpgid (1) < 0 && getsid (1) < 0 && getpgid (getpid ()) > 0);
}

static void signals_strangers (void) {
  fails (kill (1, 0));
  fails (kill (-1, 0));
  fails (killpg (4321, SIGTERM));
  fails (syscall (SYS_tgkill, 1, 1, SIGTERM));
  fails (syscall (SYS_tkill, 77, SIGTERM));
}

static void queues_signal (void) {
  signal (SIGUSR1, SIG_IGN);
  expect (!sigqueue (getpid (), SIGUSR1, (union sigval){.sival_int = 7}));
}

static void looks_at_others (void) {
  expect (open ("/proc/1/maps", O_RDONLY) < 0);
  expect (open ("/proc/1/../1/stat", O_RDONLY) < 0);
}

static void knows_itself (void) {
  char name[64], text[64];
  struct stat a, b;
  snprintf (name, sizeof name, "/proc/%d/exe", (int)getpid ());
  expect (!stat (name, &a) && !stat ("/proc/self/exe", &b));
  expect (a.st_ino == b.st_ino);
  const ssize_t length = readlink ("/proc/self", text, sizeof text - 1);
  expect (length > 0);
  text[length] = 0;
  expect (atoi (text) == getpid ());
}

/*------------------------------------------------------------------------*/
/* Users. */

static void keeps_user (void) {
  expect (!setuid (getuid ()) && !setgid (getgid ()));
  expect (!seteuid (geteuid ()) && !setegid (getegid ()));
}

static void changes_user (void) {
  const int was_root = !geteuid ();
  const gid_t group = 5;
  expect (!setgroups (1, &group) == was_root);
  expect (!setresgid (7, 7, 7) == (was_root || getgid () == 7));
  expect (!setresuid (1, 2, 3) == was_root);
  if (!was_root)
    return;
  expect (geteuid () == 2 && getuid () == 1);
  expect (setuid (9) && !setuid (3) && geteuid () == 3);
}

static void drops_capabilities (void) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2] = {{0, 0, 0}, {0, 0, 0}};
  expect (!syscall (SYS_capset, &head, data));
}

/*------------------------------------------------------------------------*/
/* The machine. */

static void changes_machine (void) {
  const struct timeval time = {0, 0};
  fails (sethostname ("changed", 7));
  fails (settimeofday (&time, NULL));
  fails (syscall (SYS_reboot, 0, 0, 0, NULL));
  fails (syscall (SYS_init_module, NULL, 0L, ""));
  fails (syscall (SYS_swapoff, "/nowhere"));
  fails (syscall (SYS_syslog, 5, NULL, 0));
}

static void mounts (void) {
  fails (mount ("none", "/tmp", "tmpfs", 0, NULL));
  fails (umount2 ("/nowhere", 0));
  fails (chroot ("/"));
}

static void uses_rings (void) {
  char parameters[256] = {0};
  fails (syscall (SYS_io_uring_setup, 4, parameters));
}

static void uses_batches (void) {
  unsigned long context = 0;
  fails (syscall (SYS_io_setup, 4, &context));
}

static void measures (void) {
  char what[128] = {0};
  fails (syscall (SYS_perf_event_open, what, 1, -1, -1, 0));
  fails (syscall (SYS_bpf, 5, what, sizeof what));
}

static void keeps_keys (void) {
  fails (syscall (SYS_add_key, "user", "sett", "x", 1L, -3));
}

static void watches_files (void) {
  fails (syscall (SYS_fanotify_init, 0, 0));
}

static void locks_itself_in (void) {
  fails (prctl (PR_SET_SECCOMP, 1));
  fails (syscall (SYS_landlock_restrict_self, -1, 0));
  fails (personality (ADDR_NO_RANDOMIZE | 0x1000000));
}

static void calls_the_future (void) {
  fails (syscall (499, 1, 2, 3));
}

static void unshares (void) {
  unshare (CLONE_NEWUSER);
}

/*------------------------------------------------------------------------*/
/* The kernel's files, and devices. */

static void tunes_kernel (void) {
  expect (open ("/proc/sys/kernel/hostname", O_WRONLY) < 0);
  expect (open ("/proc/sys/../sys/vm/swappiness", O_RDWR) < 0);
  expect (mkdir ("/sys/fs/cgroup/sett-guest", 0700));
  expect (chmod ("/proc/sys/kernel/hostname", 0777));
}

static void writes_own_memory (void) {
  expect (open ("/proc/self/mem", O_RDWR) < 0);
}

static void reads_uptime (void) {
  char text[64] = "";
  FILE *f = fopen ("/proc/uptime", "r");
  expect (f && fgets (text, sizeof text, f));
  fclose (f);
}

static void opens_devices (void) {
  expect (open ("/dev/mem", O_RDWR) < 0);
  expect (open ("/dev/tty", O_RDWR) < 0);
  expect (open ("/dev/kmsg", O_WRONLY) < 0);
  expect (open ("/dev/null", O_RDWR) >= 0);
}

static void types_itself (void) {
  char c = 'x';
  ioctl (0, TIOCSTI, &c);
  ioctl (2, TIOCSCTTY, 1);
}

/*------------------------------------------------------------------------*/
/* Time. */

static void reads_cycles (void) {
  unsigned processor;
  const unsigned long long before = __rdtsc ();
  expect (__rdtscp (&processor) > before && !processor);
  while (__rdtsc () < before + 1000000000)
    ;
}

static void asks_how_it_goes (void) {
  struct sysinfo a, b;
  expect (!sysinfo (&a) && !sysinfo (&b));
  expect (a.freeram == b.freeram && a.procs == b.procs && !a.loads[0]);
}

static void complains (void) {
  errno = ENOENT;
  perror ("nothing");
}

const kind reaching[] = {
    ROW (opens_pidfd),      ROW (waits_for_pidfd),    ROW (reads_others),
    ROW (compares),         ROW (owns_descriptor),    ROW (renices),
    ROW (asks_of_others),   ROW (signals_strangers),  ROW (queues_signal),
    ROW (looks_at_others),  ROW (knows_itself),       ROW (keeps_user),
    ROW (changes_user),     ROW (drops_capabilities), ROW (changes_machine),
    ROW (mounts),           ROW (uses_rings),         ROW (uses_batches),
    ROW (measures),         ROW (keeps_keys),         ROW (watches_files),
    ROW (locks_itself_in),  ROW (calls_the_future),   ROW (unshares),
    ROW (tunes_kernel),     ROW (writes_own_memory),  ROW (reads_uptime),
    ROW (opens_devices),    ROW (types_itself),       ROW (reads_cycles),
    ROW (asks_how_it_goes), ROW (complains),          {0}};
