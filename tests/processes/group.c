/* A signal for all processes of the group, of which one ignores it.
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  int ends[2], status;
  char byte;
  setpgid (0, 0);
  if (pipe (ends))
    return 1;
  const pid_t child = fork ();
  if (!child) {
    if (read (ends[0], &byte, 1) == 1)
      _exit (3);
    _exit (4);
  }
  signal (SIGTERM, SIG_IGN);
  kill (0, SIGTERM);
  if (write (ends[1], "x", 1) != 1)
    return 1;
  waitpid (child, &status, 0);
  printf ("%d\n",
          WIFSIGNALED (status) ? -WTERMSIG (status) : WEXITSTATUS (status));
  return 0;
}
