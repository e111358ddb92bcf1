/* The client of a replicated counter: counts once, and then asks the backup,
   which takes over when the primary is gone, whether it knows.

   usage: client PORT BACKUP-PORT */

#include "../net.h"

#include <assert.h>

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  const int primary = connect_to (atoi (argv[1]));
  char known = 0, value;
  if (put (primary, "+", 1))
    get (primary, &known, 1);
  close (primary);
  const int backup = connect_if (atoi (argv[2]));
  if (backup >= 0 && put (backup, "?", 1) && get (backup, &value, 1))
    assert (value >= known);
  if (backup >= 0)
    close (backup);
  return 0;
}
