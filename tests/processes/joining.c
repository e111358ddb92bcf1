/* A child leaves its parent's group, and its parent looks: before, after, or
   when the child is gone.
   expect: verified
   outputs: OO-; OO+; ON+; NN+; ON.; NN.; O..; N..; ...; OO. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static char look (pid_t child) {
  const pid_t group = getpgid (child);
  return group == child ? 'N' : group == getpid () ? 'O' : '.';
}

int main (void) {
  signal (SIGCHLD, SIG_IGN); /* it leaves no zombie */
  setpgid (0, 0);
  const pid_t child = fork ();
  if (!child) {
    setpgid (0, 0);
    _exit (0);
  }
  const char first = look (child), second = look (child);
  const int there = !kill (-child, 0);
  const char third = there ? '+' : getpgid (child) == getpid () ? '-' : '.';
  printf ("%c%c%c\n", first, second, third);
  return 0;
}
