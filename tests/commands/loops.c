/* Loops that look like busy waiting, and are not: compiled as it is and with
   Sett, the program ends.

   usage: loops count|mixed|pipe */

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int one[2], other[2];
static volatile int count;
static struct pollfd file;

/* What tells the rounds apart is in memory that a compiler does not show. */
static void count_rounds (void) {
  file.fd = one[0];
  file.events = POLLIN;
  while (poll (&file, 1, 0) == 0 && ++count < 50)
    ;
}

static void *write_other (void *argument) {
  if (write (other[1], "?", 1) != 1)
    perror ("write");
  return argument;
}

/* Nothing ever comes here, but there. */
static void look_at_both (void) {
  pthread_t thread;
  char byte;
  pthread_create (&thread, NULL, write_other, NULL);
  for (;;) {
    struct pollfd f = {one[0], POLLIN, 0};
    if (poll (&f, 1, 0) > 0 || read (other[0], &byte, 1) > 0)
      break;
  }
  pthread_join (thread, NULL);
}

int main (int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  const int pipes = !strcmp (what, "pipe");
  if (pipes ? pipe (one) || pipe (other)
            : socketpair (AF_UNIX, SOCK_STREAM, 0, one) ||
                  socketpair (AF_UNIX, SOCK_STREAM, 0, other))
    return 1;
  fcntl (other[0], F_SETFL, O_NONBLOCK);
  if (!strcmp (what, "count"))
    count_rounds ();
  else
    look_at_both ();
  return 0;
}
