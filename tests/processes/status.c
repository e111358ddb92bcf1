/* What fstat says of pipes, FIFOs, sockets and event counters.
   expect: verified
   outputs: 10640 10640 10640 10600 10600 140777 600 10640 20666 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void say (int number, const char *behind) {
  struct stat s = {0};
  fstat (number, &s);
  printf ("%o%s", (unsigned)s.st_mode, behind);
}

int main (void) {
  int ends[2], pair[2];
  mkfifo ("folder/fifo", 0640);
  const int reader = open ("folder/fifo", O_RDONLY | O_NONBLOCK);
  say (reader, " ");
  say (open ("folder/fifo", O_RDWR | O_NONBLOCK), " ");
  say (open ("folder/fifo", O_WRONLY | O_NONBLOCK), " ");
  if (pipe (ends) || socketpair (AF_UNIX, SOCK_STREAM, 0, pair))
    return 2;
  say (ends[0], " ");
  say (ends[1], " ");
  say (pair[0], " ");
  say (eventfd (0, 0), " ");
  fflush (stdout);
  if (!fork ())
    _exit (0);
  wait (NULL);
  say (reader, " ");
  say (open ("/dev/null", O_RDWR), "\n");
  unlink ("folder/fifo");
  return 0;
}
