/* A signal that comes before pause is not waited for.
   expect: violated deadlock
   native: may hang */
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void handler (int signal) {
  (void)signal;
}

int main (void) {
  const pid_t parent = getpid ();
  signal (SIGUSR1, handler);
  if (!fork ()) {
    kill (parent, SIGUSR1);
    _exit (0);
  }
  pause ();
  wait (NULL);
  puts ("woken");
  return 0;
}
