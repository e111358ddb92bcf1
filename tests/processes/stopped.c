/* To stop another process is not modelled: the execution ends there.
   expect: bounded stopped another process
   search: dpor
   native: comes to its end */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  int status;
  const pid_t child = fork ();
  if (!child)
    _exit (3);
  kill (child, SIGSTOP);
  kill (child, SIGCONT);
  waitpid (child, &status, 0);
  printf ("%d %d\n", WIFEXITED (status), WEXITSTATUS (status));
  return 0;
}
