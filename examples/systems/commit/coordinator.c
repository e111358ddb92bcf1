/* Two-phase commit: the coordinator asks the participants to vote, and decides
   to commit if all of them say yes, to abort otherwise.  A participant that is
   gone has not said yes.

   With -DWRONG it decides after the first vote.

   usage: coordinator PORT PARTICIPANTS */

#include "../net.h"

enum { MOST = 4 };

int main (int argc, char **argv) {
  int participants[MOST];
  const int count = argc > 2 ? atoi (argv[2]) : 0;
  if (count < 1 || count > MOST)
    return 2;
  const int listener = listen_at (atoi (argv[1]));
  for (int i = 0; i < count; i++)
    participants[i] = accept_at (listener);
  int all = 1;
#ifdef WRONG
  const int votes = 1;
#else
  const int votes = count;
#endif
  for (int i = 0; i < votes; i++) {
    char vote = 'n';
    all &= get (participants[i], &vote, 1) && vote == 'y';
  }
  for (int i = 0; i < count; i++)
    put (participants[i], all ? "c" : "a", 1);
  for (int i = 0; i < count; i++)
    close (participants[i]);
  close (listener);
  return 0;
}
