/* SIGTERM ends a child, before or after it has written.
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  int ends[2], status;
  char bytes[4];
  if (pipe (ends))
    return 1;
  const pid_t child = fork ();
  if (!child) {
    if (write (ends[1], "x", 1) != 1)
      _exit (1);
    for (;;)
      pause ();
  }
  kill (child, SIGTERM);
  waitpid (child, &status, 0);
  close (ends[1]);
  printf ("%d %d\n", WIFSIGNALED (status) ? WTERMSIG (status) : 0,
          (int)read (ends[0], bytes, sizeof bytes));
  return 0;
}
