/* A child makes calls by a pipe that it shares return at once: what its parent
   would get then is not modelled, and the execution ends.
   expect: bounded ended there
   search: dpor
   native: comes to its end */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  int ends[2], status;
  char byte;
  if (pipe (ends))
    return 1;
  const pid_t child = fork ();
  if (!child) {
    fcntl (ends[0], F_SETFL, O_NONBLOCK);
    _exit (0);
  }
  waitpid (child, &status, 0);
  assert (read (ends[0], &byte, 1) == -1 && errno == EAGAIN);
  return 0;
}
