/* A server that serves one client after the other: it replies to requests until
   the client closes the connection, and only then takes the next one.  It ends
   after so many clients.

   usage: server PORT CLIENTS */

#include "../net.h"

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  const int listener = listen_at (atoi (argv[1]));
  for (int i = 0; i < atoi (argv[2]); i++) {
    const int client = accept_at (listener);
    char request;
    while (get (client, &request, 1) && put (client, &request, 1))
      ;
    close (client);
  }
  close (listener);
  return 0;
}
