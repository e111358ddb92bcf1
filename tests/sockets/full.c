/* Programs that hang on Linux, since a buffer is full, and do not if less is
   sent: a child tells its parent to receive when it has sent everything.

   full KIND COUNT SIZE: P a pipe, p a pair of streams, D of datagrams */

#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static char data[70000];

static void make (char kind, int *from, int *to) {
  int ends[2];
  if (kind == 'P' ? pipe (ends)
                  : socketpair (AF_UNIX, kind == 'p' ? SOCK_STREAM : SOCK_DGRAM,
                                0, ends))
    abort ();
  *to = ends[0];
  *from = ends[1];
}

int main (int argc, char **argv) {
  int from, to, told, tell;
  if (argc < 4)
    return 2;
  const int count = atoi (argv[2]);
  const size_t size = (size_t)atoi (argv[3]);
  make (argv[1][0], &from, &to);
  make ('P', &tell, &told);
  if (!fork ()) {
    for (int i = 0; i < count; i++)
      if (write (from, data, size) != (long)size)
        abort ();
    if (write (tell, "x", 1) != 1)
      abort ();
    _exit (0);
  }
  if (read (told, data, 1) != 1 || read (to, data, sizeof data) < 1)
    abort ();
  wait (NULL);
  puts ("end");
  return 0;
}
