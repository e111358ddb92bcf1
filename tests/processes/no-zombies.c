/* A process that wants no zombies waits for all its children, and learns
   nothing of them.

   expect: verified */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  const struct sigaction action = {.sa_handler = SIG_DFL,
                                   .sa_flags = SA_NOCLDWAIT};
  int status = 0;
  sigaction (SIGCHLD, &action, NULL);
  const pid_t child = fork ();
  if (!child)
    _exit (3);
  const pid_t waited = waitpid (child, &status, 0);
  printf ("%d %d %d\n", waited > 0, errno == ECHILD, status);
  return 0;
}
