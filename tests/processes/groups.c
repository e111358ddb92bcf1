/* Groups, sessions, priorities and processors of a child are what was said, for
   parent and child; the signals and waits of a group are for its members.
   expect: verified
   outputs: right */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int wrong;

static void expect (int holds, int line) {
  if (!holds && !wrong)
    wrong = line;
}
#define EXPECT(HOLDS) expect (HOLDS, __LINE__)

static void child (int wait, int tell) {
  cpu_set_t set;
  char byte;
  EXPECT (getpgrp () == getpgid (getppid ()) && getpgrp () != getpid ());
  EXPECT (getsid (0) == getsid (getppid ()));
  EXPECT (setpriority (PRIO_PROCESS, 0, 7) == 0);
  EXPECT (getpriority (PRIO_PROCESS, 0) == 7);
  CPU_ZERO (&set);
  CPU_SET (sched_getcpu (), &set);
  EXPECT (sched_setaffinity (0, sizeof set, &set) == 0);
  EXPECT (sched_getaffinity (0, sizeof set, &set) == 0 &&
          CPU_COUNT (&set) == 1);
  EXPECT (CPU_ISSET (sched_getcpu (), &set));
  EXPECT (setpgid (0, 0) == 0 && getpgrp () == getpid ());
  EXPECT (setsid () == -1 && errno == EPERM);
  EXPECT (getpgid (getppid ()) == getppid ());
  EXPECT (write (tell, wrong ? "?" : "!", 1) == 1);
  if (read (wait, &byte, 1) == 1)
    _exit (wrong ? 4 : 3);
  _exit (5);
}

static void leader (void) {
  const pid_t old = getsid (0);
  EXPECT (setsid () == getpid () && getsid (0) == getpid ());
  EXPECT (getpgrp () == getpid () && old != getpid ());
  EXPECT (setpgid (0, 0) == -1 && errno == EPERM);
  EXPECT (setpgid (getppid (), 0) == -1 && errno == ESRCH);
  _exit (wrong ? 4 : 0);
}

int main (void) {
  int to[2], from[2], status = 0;
  char byte;
  siginfo_t info;
  setpgid (0, 0);
  const int nice = getpriority (PRIO_PROCESS, 0);
  if (pipe (to) || pipe (from))
    return 1;
  const pid_t first = fork ();
  if (!first)
    child (to[0], from[1]);
  EXPECT (read (from[0], &byte, 1) == 1 && byte == '!');
  EXPECT (getpriority (PRIO_PROCESS, first) == 7);
  EXPECT (getpriority (PRIO_PROCESS, 0) == nice);
  EXPECT (getpgid (first) == first && getsid (first) == getsid (0));
  EXPECT (waitpid (0, &status, WNOHANG) == -1 && errno == ECHILD);
  EXPECT (waitpid (-first, &status, WNOHANG) == 0);
  const pid_t second = fork ();
  if (!second)
    leader ();
  EXPECT (waitpid (second, &status, 0) == second && status == 0);
  EXPECT (kill (-first, 0) == 0 && kill (-second, 0) == -1);
  EXPECT (setpgid (second, 0) == -1 && errno == ESRCH);
  errno = 0;
  EXPECT (killpg (-1, SIGKILL) == -1 && errno == EINVAL);
  EXPECT (kill (-first, SIGTERM) == 0);
  EXPECT (waitid (P_PGID, (id_t)first, &info, WEXITED) == 0);
  EXPECT (info.si_pid == first && info.si_status == SIGTERM);
  if (wrong)
    printf ("wrong: line %d\n", wrong);
  else
    puts ("right");
  return 0;
}
