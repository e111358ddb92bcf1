/* expect: verified
   expect: verified
   options: -DWAITS
   expect: assertion
   options: -DNO_HANDLER

   A child inherits its parent's handler of SIGCHLD, and runs it when a child of
   its own ends, though it has never said anything of signals itself. */

#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t children;

static void count (int signal) {
  (void)signal;
  children++;
}

static void lead (void) {
  const pid_t child = fork ();
  if (!child)
    _exit (0);
#ifdef WAITS
  while (!children)
    sleep (1);
#endif
  assert (waitpid (child, NULL, 0) == child);
  assert (children == 1);
  _exit (0);
}

int main (void) {
  int status = 1;
#ifndef NO_HANDLER
  struct sigaction action = {.sa_handler = count, .sa_flags = SA_RESTART};
  sigaction (SIGCHLD, &action, NULL);
#else
  (void)count;
#endif
  const pid_t child = fork ();
  if (!child)
    lead ();
  assert (waitpid (child, &status, 0) == child && !status);
  return 0;
}
