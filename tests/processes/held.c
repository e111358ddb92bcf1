/* A signal without a handler that would be lost is kept for who waits for it.
   expect: verified */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  sigset_t set;
  int signal = 0;
  sigemptyset (&set);
  sigaddset (&set, SIGURG);
  sigprocmask (SIG_BLOCK, &set, NULL);
  const pid_t father = getpid (), child = fork ();
  if (!child) {
    kill (father, SIGURG);
    _exit (0);
  }
  sigwait (&set, &signal);
  waitpid (child, NULL, 0);
  printf ("%d\n", signal == SIGURG);
  return 0;
}
