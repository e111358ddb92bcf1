/* A child ends while its parent waits for it: the handler of SIGCHLD gets it,
   or the parent does, and the handler comes after.
   outputs: handler 1, parent 0; handler 0, parent 1
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int by_handler;

static void handler (int signal) {
  (void)signal;
  by_handler += waitpid (-1, NULL, WNOHANG) > 0;
}

int main (void) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigaction (SIGCHLD, &action, NULL);
  if (!fork ())
    _exit (0);
  const int by_parent = waitpid (-1, NULL, 0) > 0;
  printf ("handler %d, parent %d\n", by_handler, by_parent);
  return 0;
}
