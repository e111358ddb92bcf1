/* A token ring: who has the token may use the resource, and passes it on.  Here
   the resource is a port of UDP, which only one process can have at a time.

   With -DWRONG a node that has waited for some time believes that the token is
   lost, and makes another one: then two nodes use the resource at once.

   usage: node PORT NEXT-PORT RESOURCE [first] */

#include "../net.h"

#include <assert.h>
#include <sys/time.h>

static void use (int port) {
  const struct sockaddr_in address = loopback (port);
  const int s = socket (AF_INET, SOCK_DGRAM, 0);
  assert (bind (s, (const struct sockaddr *)&address, sizeof address) == 0);
  close (s);
}

static void wait_for_token (int previous) {
  char token;
#ifdef WRONG
  const struct timeval limit = {.tv_sec = 1};
  setsockopt (previous, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
#endif
  if (!get (previous, &token, 1))
    fputs ("the token is lost: here is another one\n", stderr);
}

int main (int argc, char **argv) {
  if (argc < 4)
    return 2;
  const int listener = listen_at (atoi (argv[1]));
  const int next = connect_to (atoi (argv[2]));
  const int previous = accept_at (listener);
  if (argc == 4)
    wait_for_token (previous);
  use (atoi (argv[3]));
  put (next, "t", 1);
  if (argc > 4)
    wait_for_token (previous); /* it has come around */
  close (next);
  close (previous);
  close (listener);
  return 0;
}
