/* A client that needs two servers at the same time: it keeps the first one
   while it asks the second one.

   All clients must ask in the same order.  If two of them ask in different
   orders, each may have one server and wait for the other one: a deadlock.

   usage: client PORT PORT */

#include "../net.h"

#include <assert.h>

static int ask (int port) {
  const int server = connect_to (port);
  char reply = 0;
  assert (put (server, "?", 1));
  assert (get (server, &reply, 1) && reply == '?');
  return server;
}

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  const int first = ask (atoi (argv[1]));
  const int second = ask (atoi (argv[2]));
  close (second);
  close (first);
  return 0;
}
