/* The backup of a replicated counter: keeps the value that the primary tells.
   When the primary is gone it takes over.

   usage: backup PORT */

#include "../net.h"

int main (int argc, char **argv) {
  if (argc < 2)
    return 2;
  const int listener = listen_at (atoi (argv[1]));
  const int primary = accept_at (listener);
  char value = 0, update, request;
  while (get (primary, &update, 1)) {
    value = update;
    put (primary, &value, 1);
  }
  close (primary);
  const int client = accept_at (listener);
  if (get (client, &request, 1))
    put (client, &value, 1);
  close (client);
  close (listener);
  return 0;
}
