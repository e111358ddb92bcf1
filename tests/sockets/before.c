/* What was done before something was sent happened before it is received; what
   was done before it is sent later did not.

   before KIND COUNT: of two bytes so many are received (by a pipe, or a pair of
   sockets) before the receiver uses what the sender does between them; 3: two,
   if it gets both at once
   before KIND HOW: r reads, p waits for something to read; of one byte (1), or
   of the end (0): "r0" */

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2], count, shared;

static void *receive (void *argument) {
  char byte, both[2];
  if (count == 3) {
    if (read (ends[0], both, 2) == 2)
      shared++;
    return argument;
  }
  for (int i = 0; i < 2; i++) {
    if (i == count)
      shared++;
    if (read (ends[0], &byte, 1) != 1)
      abort ();
  }
  if (count == 2)
    shared++;
  return argument;
}

static void *hear (void *how) {
  struct pollfd file = {ends[0], POLLIN, 0};
  char byte;
  if (*(char *)how == 'p' ? poll (&file, 1, -1) == 1
                          : read (ends[0], &byte, 1) >= 0)
    shared++;
  return how;
}

static int tell (char *how) {
  pthread_t thread;
  pthread_create (&thread, NULL, hear, how);
  shared++;
  if (how[1] == '0')
    close (ends[1]);
  else if (write (ends[1], "a", 1) != 1)
    return 1;
  pthread_join (thread, NULL);
  return 0;
}

int main (int argc, char **argv) {
  pthread_t thread;
  if (argc != 3 ||
      (argv[1][0] == 'P' ? pipe (ends)
                         : socketpair (AF_UNIX, SOCK_STREAM, 0, ends)))
    return 2;
  if (strchr ("rp", argv[2][0]))
    return tell (argv[2]);
  count = atoi (argv[2]);
  pthread_create (&thread, NULL, receive, NULL);
  if (write (ends[1], "a", 1) != 1)
    return 1;
  shared++;
  if (write (ends[1], "b", 1) != 1)
    return 1;
  pthread_join (thread, NULL);
  return 0;
}
