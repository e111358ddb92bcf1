/* Children of which nobody wants to hear.
   expect: verified */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  signal (SIGCHLD, SIG_IGN);
  for (int i = 0; i < 2; i++)
    if (!fork ())
      _exit (i);
  const int result = wait (NULL);
  printf ("%d %d\n", result, errno == ECHILD);
  return 0;
}
