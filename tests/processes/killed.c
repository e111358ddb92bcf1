/* A process is killed, or ends before that.
   outputs: f; 300
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  int status = 0;
  const pid_t child = fork ();
  if (!child)
    _exit (3);
  kill (child, SIGTERM);
  waitpid (child, &status, 0);
  printf ("%x\n", status);
  return 0;
}
