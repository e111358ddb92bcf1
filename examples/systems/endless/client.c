/* A client of the server that never ends: sends an order, and waits until it is
   done; again and again, if there is a third argument.

   usage: client PORT ORDER [again] */

#include "../net.h"

#include <assert.h>

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  do {
    const int server = connect_to (atoi (argv[1]));
    char byte;
    assert (put (server, argv[2], 1));
    assert (!get (server, &byte, 1));
    close (server);
  } while (argc > 3);
  return 0;
}
