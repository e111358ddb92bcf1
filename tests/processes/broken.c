/* SIGPIPE ends a child, unless it writes before the reader is gone.
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  int ends[2], status;
  if (pipe (ends))
    return 1;
  const pid_t child = fork ();
  if (!child) {
    close (ends[0]);
    _exit (write (ends[1], "x", 1) != 1);
  }
  close (ends[0]);
  waitpid (child, &status, 0);
  printf ("%d\n", WIFSIGNALED (status) ? WTERMSIG (status) : 0);
  return 0;
}
