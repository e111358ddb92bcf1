/* A pre-forked server: children wait for clients at the same listening socket.
   Only one of them at a time, the one that has taken the byte out of a pipe;
   it gives the byte back when it has a client, which gets a byte, too.

   With -DWRONG it does not give it back: the other children wait for ever, and
   so does the parent, for them.

   usage: server PORT CHILDREN */

#include "../net.h"

#include <assert.h>
#include <sys/wait.h>

static _Noreturn void serve_one (int listener, const int turn[2]) {
  char byte;
  assert (read (turn[0], &byte, 1) == 1);
  const int client = accept_at (listener);
#ifndef WRONG
  assert (write (turn[1], &byte, 1) == 1);
#endif
  _exit (!put (client, &byte, 1));
}

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  const int children = atoi (argv[2]), listener = listen_at (atoi (argv[1]));
  int turn[2], status;
  if (pipe (turn) || write (turn[1], "x", 1) != 1)
    die ("pipe");
  for (int i = 0; i < children; i++)
    if (!fork ())
      serve_one (listener, turn);
  for (int i = 0; i < children; i++)
    assert (wait (&status) > 0 && status == 0);
  return 0;
}
