/* A client of the echo server: sends a byte and wants the same one back.

   usage: client PORT BYTE */

#include "../net.h"

#include <assert.h>

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  const int server = connect_to (atoi (argv[1]));
  char byte = 0;
  assert (put (server, argv[2], 1));
  assert (get (server, &byte, 1));
  assert (byte == argv[2][0]);
  close (server);
  return 0;
}
