/* The first process itself writes to a pipe that nobody reads any more, unless
   it is early: SIGPIPE ends it.
   expect: violated signal 13 (PIPE)
   native: may be ended */
#include <signal.h>
#include <unistd.h>

int main (void) {
  int ends[2];
  if (pipe (ends))
    return 1;
  if (!fork ())
    _exit (0);
  close (ends[0]);
  return write (ends[1], "x", 1) != 1;
}
