/* A signal comes just before the end of a process that does little else: its
   handler runs between the last access and the end, or never.
   outputs: 0; 400
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int seen;

static void handler (int signal) {
  (void)signal;
  seen = 4;
}

int main (void) {
  int status = 0;
  signal (SIGUSR1, handler);
  const pid_t child = fork ();
  if (!child)
    _exit (seen);
  kill (child, SIGUSR1);
  waitpid (child, &status, 0);
  printf ("%x\n", status);
  return 0;
}
