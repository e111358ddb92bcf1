/* A pre-forked server: children wait for clients at the same listening socket,
   take a byte of one each, and report it to the parent through a pipe.  The
   parent reads until the end of the pipe, and then waits for the children.

   With -DWRONG the parent keeps its own end of the pipe for writing: the end
   never comes, although all children are gone.

   usage: server PORT CHILDREN */

#include "../net.h"

#include <assert.h>
#include <sys/wait.h>

static _Noreturn void serve_one (int listener, int report) {
  const int client = accept_at (listener);
  char byte;
  const int good = get (client, &byte, 1) && write (report, &byte, 1) == 1;
  _exit (!good);
}

static int count_reports (int from) {
  int count = 0;
  char byte;
  while (read (from, &byte, 1) == 1)
    count++;
  return count;
}

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  const int children = atoi (argv[2]), listener = listen_at (atoi (argv[1]));
  int ends[2], status;
  if (pipe (ends))
    die ("pipe");
  for (int i = 0; i < children; i++)
    if (!fork ()) {
      close (ends[0]);
      serve_one (listener, ends[1]);
    }
  close (listener);
#ifndef WRONG
  close (ends[1]);
#endif
  assert (count_reports (ends[0]) == children);
  for (int i = 0; i < children; i++)
    assert (wait (&status) > 0 && status == 0);
  return 0;
}
