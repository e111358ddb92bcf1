/* A participant of a two-phase commit: votes yes or no, and waits for the
   decision.  Who has said no knows it: nobody may commit.  Who has said yes and
   gets no decision, because the coordinator is gone, cannot know it: it stays
   in doubt.

   usage: participant PORT */

#include "../net.h"

#include <assert.h>
#include <sett.h>

int main (int argc, char **argv) {
  if (argc < 2)
    return 2;
  const int coordinator = connect_to (atoi (argv[1]));
  const char vote = "yn"[sett_choose (2)];
  char decision = '?'; /* in doubt */
  if (put (coordinator, &vote, 1))
    get (coordinator, &decision, 1);
  if (vote == 'n')
    assert (decision != 'c');
  close (coordinator);
  return 0;
}
