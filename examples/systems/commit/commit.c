/* Two-phase commit: a coordinator and two participants, processes that it
   makes, each connected to it by a pair of sockets.  The participants vote, yes
   or no; the coordinator decides to commit if all say yes, to abort otherwise.

   If the coordinator crashes, a participant that said no aborts; one that said
   yes is in doubt: it cannot know what the other was told.

   With -DWRONG the coordinator decides after the first vote. */

#include "../net.h"

#include <assert.h>
#include <sett.h>

enum { PARTICIPANTS = 2 };

static _Noreturn void participate (int coordinator) {
  const char vote = "yn"[sett_choose (2)];
  char decision = '?';
  if (put (coordinator, &vote, 1))
    get (coordinator, &decision, 1);
  assert (vote == 'y' || decision != 'c');
  _exit (0);
}

static char decide (const int participants[PARTICIPANTS]) {
  char decision = 'c';
#ifdef WRONG
  const int votes = 1;
#else
  const int votes = PARTICIPANTS;
#endif
  for (int i = 0; i < votes; i++) {
    char vote;
    if (!get (participants[i], &vote, 1) || vote != 'y')
      decision = 'a';
  }
  return decision;
}

int main (void) {
  int participants[PARTICIPANTS];
  for (int i = 0; i < PARTICIPANTS; i++) {
    int ends[2];
    if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
      die ("socketpair");
    const pid_t child = fork ();
    if (child < 0)
      die ("fork");
    participants[i] = ends[0];
    if (child == 0) {
      while (i >= 0)
        close (participants[i--]); /* or nobody sees that it is gone */
      participate (ends[1]);
    }
    close (ends[1]);
  }
  const char decision = decide (participants);
  for (int i = 0; i < PARTICIPANTS; i++)
    put (participants[i], &decision, 1);
  return 0;
}
