/* A client of the pre-forked server: connects and gets a byte, so many times.

   usage: client PORT TIMES */

#include "../net.h"

#include <assert.h>

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  for (int i = 0; i < atoi (argv[2]); i++) {
    const int server = connect_to (atoi (argv[1]));
    char byte;
    assert (get (server, &byte, 1) && byte == 'x');
    close (server);
  }
  return 0;
}
