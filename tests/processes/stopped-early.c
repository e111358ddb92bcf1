/* A child ends its parent, unless that is faster: the result depends on chance.
   expect: violated status 143
   native: may be ended */
#include <signal.h>
#include <unistd.h>

int main (void) {
  const pid_t parent = getpid ();
  if (!fork ()) {
    if (getppid () == parent)
      kill (parent, SIGTERM);
    _exit (0);
  }
  return 0;
}
