/* A client of the server that never ends: sends a request, waits for the answer
   or the end of the connection; again and again, if there is a third argument.

   usage: client PORT REQUEST [again] */

#include "../net.h"

#include <assert.h>

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  do {
    const int server = connect_to (atoi (argv[1]));
    char answer = 0;
    assert (put (server, argv[2], 1));
    if (get (server, &answer, 1))
      assert (answer == '!' && argv[2][0] == '?');
    close (server);
  } while (argc > 3);
  return 0;
}
