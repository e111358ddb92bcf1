/* SIGCHLD with a handler that takes all children, and sigsuspend.
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t taken;

static void handler (int signal) {
  (void)signal;
  while (waitpid (-1, NULL, WNOHANG) > 0)
    taken++;
}

int main (void) {
  sigset_t block, old;
  signal (SIGCHLD, handler);
  sigemptyset (&block);
  sigaddset (&block, SIGCHLD);
  sigprocmask (SIG_BLOCK, &block, &old);
  for (int i = 0; i < 2; i++)
    if (!fork ())
      _exit (0);
  while (taken < 2)
    sigsuspend (&old);
  printf ("taken %d\n", (int)taken);
  return 0;
}
