/* A signal interrupts read, or comes before it: then there is still something
   to read.
   expect: verified */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t got;
static int ends[2];

static void handler (int signal) {
  (void)signal;
  got++;
}

int main (void) {
  const pid_t parent = getpid ();
  struct sigaction action = {.sa_handler = handler};
  char byte;
  int interruptions = 0;
  if (pipe (ends))
    return 1;
  sigaction (SIGUSR1, &action, NULL);
  if (!fork ()) {
    kill (parent, SIGUSR1);
    if (write (ends[1], "x", 1) != 1)
      _exit (1);
    _exit (0);
  }
  while (read (ends[0], &byte, 1) < 0 && errno == EINTR)
    interruptions++;
  while (wait (NULL) < 0 && errno == EINTR)
    ;
  printf ("%d %d\n", interruptions, (int)got);
  return 0;
}
