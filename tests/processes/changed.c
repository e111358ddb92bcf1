/* A child that ends before its parent handles that, or after.
   expect: verified */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t got;

static void handler (int signal) {
  (void)signal;
  got++;
}

int main (void) {
  int ends[2];
  char byte;
  if (pipe (ends))
    return 1;
  if (!fork ()) {
    if (write (ends[1], "x", 1) != 1)
      _exit (1);
    _exit (0);
  }
  if (read (ends[0], &byte, 1) != 1)
    return 1;
  signal (SIGCHLD, handler);
  while (wait (NULL) < 0 && errno == EINTR)
    ;
  printf ("%d\n", (int)got);
  return 0;
}
