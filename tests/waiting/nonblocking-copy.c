//= verified
//: ended "-1 -1\n"
/* Whether calls wait is the same for all copies of a descriptor. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

int main (void) {
  int ends[2], pair[2], on = 1;
  char byte;
  if (pipe (ends) || socketpair (AF_UNIX, SOCK_STREAM, 0, pair))
    return 1;
  fcntl (dup (ends[0]), F_SETFL, O_NONBLOCK);
  ioctl (dup (pair[0]), FIONBIO, &on);
  const int one = (int)read (ends[0], &byte, 1);
  const int other = (int)read (pair[0], &byte, 1);
  printf ("%d %d\n", one, other);
  return 0;
}
