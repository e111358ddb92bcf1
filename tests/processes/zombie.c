/* A child that has ended is there until somebody waits for it.
   expect: verified */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  siginfo_t info;
  int status;
  const pid_t child = fork ();
  if (!child)
    _exit (3);
  waitid (P_PID, (id_t)child, &info, WEXITED | WNOWAIT);
  const int there = kill (child, 0);
  const int taken = waitpid (child, &status, WNOHANG) == child;
  const int gone = kill (child, 0) < 0 && errno == ESRCH;
  const int none = wait (NULL) < 0 && errno == ECHILD;
  printf ("%d %d %d %d %d %d\n", info.si_status, there, taken,
          WEXITSTATUS (status), gone, none);
  return 0;
}
