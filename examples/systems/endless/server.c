/* A server that never ends: it takes a client, gets its order, closes the
   connection to say that it is done, and takes the next one.

   With -DWRONG it forgets about clients with an order that it does not know: it
   does not close the connection.  They wait for ever, while everybody else goes
   on.

   usage: server PORT */

#include "../net.h"

int main (int argc, char **argv) {
  if (argc < 2)
    return 2;
  const int listener = listen_at (atoi (argv[1]));
  for (;;) {
    const int client = accept_at (listener);
    char order = 0;
    get (client, &order, 1);
#ifdef WRONG
    if (order != 'a')
      continue;
#endif
    close (client);
  }
}
