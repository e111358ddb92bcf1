/* expect: assertion
   expect: assertion
   options: -DBECOMES

   A child that inherits its parent's handler of SIGCHLD has a child itself, and
   then ignores that signal, or becomes another program: the handler may have
   run before. */

#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];
static pid_t parent;

static void tell (int signal) {
  (void)signal;
  if (getpid () != parent)
    (void)!write (ends[1], "!", 1);
}

static void lead (void) {
  if (!fork ())
    _exit (0);
#ifdef BECOMES
  execl ("/bin/true", "true", NULL);
  _exit (1);
#else
  signal (SIGCHLD, SIG_IGN);
  _exit (0);
#endif
}

int main (void) {
  char byte;
  assert (!pipe (ends));
  parent = getpid ();
  signal (SIGCHLD, tell);
  const pid_t child = fork ();
  if (!child)
    lead ();
  signal (SIGCHLD, SIG_DFL);
  close (ends[1]);
  assert (read (ends[0], &byte, 1) == 0);
  waitpid (child, NULL, 0);
  return 0;
}
