/* A replicated counter: the primary counts what its client wants, and says so
   when the backup has the new value, or is gone.

   With -DWRONG it says so before it tells the backup: if it crashes in between,
   the backup never hears of it.

   usage: primary PORT BACKUP-PORT */

#include "../net.h"

static void tell_backup (int backup, char value) {
  char answer;
  if (put (backup, &value, 1))
    get (backup, &answer, 1);
}

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  const int backup = connect_to (atoi (argv[2]));
  const int listener = listen_at (atoi (argv[1]));
  const int client = accept_at (listener);
  char value = 0, request;
  while (get (client, &request, 1)) {
    value++;
#ifdef WRONG
    put (client, &value, 1);
    tell_backup (backup, value);
#else
    tell_backup (backup, value);
    put (client, &value, 1);
#endif
  }
  close (client);
  close (backup);
  close (listener);
  return 0;
}
