/* Whether a process that has ended is still there for a signal depends on
   whether its parent has waited for it: any of its children.
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  int ends[2];
  char byte;
  siginfo_t info;
  const pid_t first = fork ();
  if (!first)
    _exit (0);
  waitid (P_ALL, 0, &info, WEXITED | WNOWAIT);
  if (pipe (ends))
    return 1;
  if (!fork ()) {
    dprintf (1, "%s\n", kill (first, 0) ? "gone" : "there");
    _exit (read (ends[0], &byte, 1) != 1);
  }
  wait (NULL);
  if (write (ends[1], "x", 1) != 1)
    return 1;
  wait (NULL);
  return 0;
}
