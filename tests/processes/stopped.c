/* To stop another process is not modelled: it goes on.
   expect: bounded stopped another process */
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
