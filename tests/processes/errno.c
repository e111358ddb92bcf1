/* A handler does not keep errno.
   outputs: no such file; no child
   expect: verified */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void handler (int signal) {
  (void)signal;
  while (waitpid (-1, NULL, WNOHANG) > 0)
    continue;
}

int main (void) {
  signal (SIGCHLD, handler);
  if (!fork ())
    _exit (0);
  if (open ("no-such-file", O_RDONLY) >= 0)
    return 1;
  puts (errno == ENOENT ? "no such file" : errno == ECHILD ? "no child" : "?");
  return 0;
}
