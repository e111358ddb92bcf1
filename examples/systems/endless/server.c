/* A server that never ends: it takes a client, answers its request, and takes
   the next one.

   With -DWRONG it forgets about clients whose request it does not like: it
   neither answers nor closes the connection.  They wait for ever, while
   everybody else goes on.

   usage: server PORT */

#include "../net.h"

int main (int argc, char **argv) {
  if (argc < 2)
    return 2;
  const int listener = listen_at (atoi (argv[1]));
  for (;;) {
    const int client = accept_at (listener);
    char request;
    const int good = get (client, &request, 1) && request == '?';
    if (good)
      put (client, "!", 1);
#ifdef WRONG
    if (good)
#endif
      close (client);
  }
}
