/* A parent sets a time limit of a socket: too late for a child that waits.
   expect: violated deadlock
   native: may hang */
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int main (void) {
  const struct timeval limit = {1, 0};
  int ends[2];
  char byte;
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    return 1;
  if (!fork ())
    _exit (recv (ends[0], &byte, 1, 0) != -1);
  setsockopt (ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  wait (NULL);
  return 0;
}
