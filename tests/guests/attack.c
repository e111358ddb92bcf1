/* Tries to reach another process in every way that the kernel has.

   usage: attack NUMBER ADDRESS [WAY | all FIRST LAST]

   Without WAY one of the named ones is chosen (sett.h); behind it there is a
   deadlock that must be found.  "all" chooses among the system calls of the
   kernel's headers, with the number at each place. */

#define _GNU_SOURCE
#include "sett.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int victim;
static unsigned long address;

/*------------------------------------------------------------------------*/
/* Ways. */

static void kill_it (void) {
  kill (victim, SIGKILL);
}

static void kill_raw (void) {
  syscall (SYS_kill, victim, SIGKILL);
}

static void kill_group (void) {
  kill (-victim, SIGKILL);
}

static void tkill_it (void) {
  syscall (SYS_tkill, victim, SIGKILL);
}

static void tgkill_it (void) {
  syscall (SYS_tgkill, victim, victim, SIGKILL);
}

static void queue_it (void) {
  sigqueue (victim, SIGKILL, (union sigval){.sival_int = 1});
}

static void queue_to_thread (void) {
  siginfo_t info = {.si_signo = SIGUSR1, .si_code = SI_QUEUE};
  syscall (SYS_rt_tgsigqueueinfo, victim, victim, SIGUSR1, &info);
}

static void pidfd (void) {
  const int file = (int)syscall (SYS_pidfd_open, victim, 0);
  syscall (SYS_pidfd_send_signal, file, SIGKILL, NULL, 0);
}

static void pidfd_by_library (void) {
  int pidfd_open (pid_t, unsigned);
  int pidfd_send_signal (int, int, siginfo_t *, unsigned);
  const int file = pidfd_open (victim, 0);
  pidfd_send_signal (file, SIGKILL, NULL, 0);
}

static void pidfd_of_proc (void) {
  char name[32];
  snprintf (name, sizeof name, "/proc/%d", victim);
  const int file = open (name, O_RDONLY | O_DIRECTORY);
  syscall (SYS_pidfd_send_signal, file, SIGKILL, NULL, 0);
}

static void pidfd_wait (void) {
  siginfo_t info;
  const int file = (int)syscall (SYS_pidfd_open, victim, 0);
  waitid (P_PIDFD, (id_t)file, &info, WEXITED | WNOHANG);
}

static void overwrite (void) {
  char text[] = "changed";
  struct iovec here = {text, sizeof text},
               there = {(void *)address, sizeof text};
  process_vm_writev (victim, &here, 1, &there, 1, 0);
}

static void overwrite_by_proc (const char *format) {
  char name[64];
  snprintf (name, sizeof name, format, victim);
  const int file = open (name, O_RDWR);
  if (pwrite (file, "changed", 8, (off_t)address) != 8)
    return;
}

static void overwrite_memory (void) {
  overwrite_by_proc ("/proc/%d/mem");
}

static void overwrite_in_disguise (void) {
  overwrite_by_proc ("/proc/../proc/./%d/task/../mem");
}

static void overwrite_beside (void) {
  char name[32];
  const int folder = open ("/proc", O_RDONLY | O_DIRECTORY);
  snprintf (name, sizeof name, "%d/mem", victim);
  const int file = openat (folder, name, O_RDWR);
  if (pwrite (file, "changed", 8, (off_t)address) != 8)
    return;
}

static void overwrite_by_link (void) {
  char name[32];
  snprintf (name, sizeof name, "/proc/%d/mem", victim);
  unlink ("link");
  if (symlink (name, "link"))
    return;
  const int file = open ("link", O_RDWR);
  unlink ("link");
  if (pwrite (file, "changed", 8, (off_t)address) != 8)
    return;
}

static void trace_attach (void) {
  if (ptrace (PTRACE_ATTACH, victim, NULL, NULL))
    return;
  waitpid (victim, NULL, __WALL);
  ptrace (PTRACE_POKEDATA, victim, (void *)address, (void *)0x64656b6f70L);
  ptrace (PTRACE_DETACH, victim, NULL, NULL);
}

static void trace_seize (void) {
  ptrace (PTRACE_SEIZE, victim, NULL, NULL);
  ptrace (PTRACE_KILL, victim, NULL, NULL);
}

static void renice (void) {
  setpriority (PRIO_PROCESS, (id_t)victim, 19);
}

static void reschedule (void) {
  const struct sched_param p = {0};
  sched_setscheduler (victim, SCHED_BATCH, &p);
}

static void move (void) {
  cpu_set_t one;
  CPU_ZERO (&one);
  CPU_SET (0, &one);
  sched_setaffinity (victim, sizeof one, &one);
}

static void ration (void) {
  const struct rlimit none = {3, 3};
  prlimit (victim, RLIMIT_NOFILE, &none, NULL);
}

static void slow_down (void) {
  syscall (SYS_ioprio_set, 1, victim, 3 << 13);
}

static void write_to (const char *what, const char *text) {
  char name[64];
  snprintf (name, sizeof name, "/proc/%d/%s", victim, what);
  const int file = open (name, O_WRONLY);
  if (write (file, text, strlen (text)) < 0)
    return;
}

static void blame (void) {
  write_to ("oom_score_adj", "1000");
}

static void rename_it (void) {
  write_to ("comm", "changed");
}

static void own (void) {
  int both[2];
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, both))
    return;
  fcntl (both[0], F_SETOWN, victim);
  fcntl (both[0], F_SETSIG, SIGKILL);
  fcntl (both[0], F_SETFL, O_ASYNC);
  if (write (both[1], "x", 1) != 1)
    return;
}

static void move_pages (void) {
  void *page = (void *)(address & ~4095UL);
  int node = 0, status;
  syscall (SYS_move_pages, victim, 1L, &page, &node, &status, 0);
}

static const struct {
  const char *name;
  void (*try) (void);
} ways[] = {
#define WAY(NAME)                                                              \
  { #NAME, NAME }
    WAY (kill_it),
    WAY (kill_raw),
    WAY (kill_group),
    WAY (tkill_it),
    WAY (tgkill_it),
    WAY (queue_it),
    WAY (queue_to_thread),
    WAY (pidfd),
    WAY (pidfd_by_library),
    WAY (pidfd_of_proc),
    WAY (pidfd_wait),
    WAY (overwrite),
    WAY (overwrite_memory),
    WAY (overwrite_in_disguise),
    WAY (overwrite_beside),
    WAY (overwrite_by_link),
    WAY (trace_attach),
    WAY (trace_seize),
    WAY (renice),
    WAY (reschedule),
    WAY (move),
    WAY (ration),
    WAY (slow_down),
    WAY (blame),
    WAY (rename_it),
    WAY (own),
    WAY (move_pages)};
enum { WAYS = sizeof ways / sizeof *ways };

/*------------------------------------------------------------------------*/
/* All calls. */

static const int calls[] = {
#include "calls.h"
};
enum { CALLS = sizeof calls / sizeof *calls, PATTERNS = 3 };

static void sweep (int which) {
  static char space[4096];
  const long v = victim, s = (long)space;
  const long patterns[PATTERNS][6] = {
      {v, 9, s, s, 0, 0}, {1, v, s, s, 0, 0}, {3, 8, v, s, 0, 0}};
  const long *a = patterns[which % PATTERNS];
  syscall (calls[which / PATTERNS], a[0], a[1], a[2], a[3], a[4], a[5]);
}

/*------------------------------------------------------------------------*/

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER,
                       second = PTHREAD_MUTEX_INITIALIZER;

static void *lock_both (void *argument) {
  pthread_mutex_lock (argument ? &first : &second);
  pthread_mutex_lock (argument ? &second : &first);
  pthread_mutex_unlock (&first);
  pthread_mutex_unlock (&second);
  return NULL;
}

static void lock_in_both_orders (void) {
  pthread_t a, b;
  pthread_create (&a, NULL, lock_both, NULL);
  pthread_create (&b, NULL, lock_both, &first);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
}

static int find (const char *name) {
  for (int i = 0; i < WAYS; i++)
    if (!strcmp (ways[i].name, name))
      return i;
  exit (2);
}

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  victim = atoi (argv[1]);
  address = strtoul (argv[2], NULL, 10);
  if (argc > 5 && !strcmp (argv[3], "all")) {
    const int first = atoi (argv[4]), last = atoi (argv[5]);
    const int end = last < CALLS * PATTERNS ? last : CALLS * PATTERNS - 1;
    sweep (first + sett_choose (end - first + 1));
  } else
    ways[argc > 3 ? find (argv[3]) : sett_choose (WAYS)].try ();
  if (argc < 4)
    lock_in_both_orders ();
  return 0;
}
