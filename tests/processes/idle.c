/* Signals that nothing is done about do not interrupt a wait.
   outputs: 1
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static int handled;

static void handler (int signal) {
  (void)signal;
  handled++;
}

int main (void) {
  sigset_t all, none;
  sigfillset (&all);
  sigemptyset (&none);
  sigprocmask (SIG_BLOCK, &all, NULL);
  signal (SIGUSR1, handler);
  const pid_t father = getpid ();
  if (!fork ())
    _exit (0); /* SIGCHLD */
  if (!fork ()) {
    kill (father, SIGUSR1);
    _exit (0);
  }
  sigsuspend (&none);
  printf ("%d\n", handled);
  return 0;
}
