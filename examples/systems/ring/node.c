/* Leader election on a ring (Chang and Roberts): every node sends its number to
   the next one.  Greater numbers are passed on, smaller ones are not; who gets
   its own number back is the leader, and tells the others.

   With -DWRONG smaller numbers are passed on, too: there are several leaders.

   usage: node NUMBER PORT NEXT-PORT */

#include "../net.h"

#include <assert.h>

struct message {
  char elected, number;
};

static int passes (char number, char own) {
#ifdef WRONG
  return number != own;
#else
  return number > own;
#endif
}

int main (int argc, char **argv) {
  if (argc < 4)
    return 2;
  const char own = (char)atoi (argv[1]);
  const int listener = listen_at (atoi (argv[2]));
  const int next = connect_to (atoi (argv[3]));
  const int previous = accept_at (listener);
  struct message m = {0, own};
  put (next, &m, sizeof m);
  int is_leader = 0;
  while (get (previous, &m, sizeof m) && !m.elected) {
    if (m.number == own)
      is_leader = m.elected = 1;
    if (m.elected || passes (m.number, own))
      put (next, &m, sizeof m);
    if (m.elected)
      break;
  }
  if (!is_leader) {
    assert (m.elected && m.number > own); /* the greatest of all */
    put (next, &m, sizeof m);
  } else
    assert (get (previous, &m, sizeof m) && m.elected && m.number == own);
  close (next);
  close (previous);
  close (listener);
  return 0;
}
