/* A replicated counter: the primary, and two processes that it makes, its
   backup and a client; each two of them are connected by a pair of sockets. The
   primary counts when the client wants it, tells the backup the new value, and
   then the client.  When the primary is gone, the client asks the backup: what
   it was told before must be known there.

   With -DWRONG the primary tells the client first: if it crashes before it
   tells the backup, the backup never hears of it. */

#include "../net.h"

#include <assert.h>

static void be_primary (int client, int backup) {
  char value = 0, request, answer;
  if (!get (client, &request, 1))
    return;
  value++;
#ifdef WRONG
  put (client, &value, 1);
#endif
  if (put (backup, &value, 1))
    get (backup, &answer, 1);
#ifndef WRONG
  put (client, &value, 1);
#endif
}

static void be_backup (int client, int primary) {
  char value = 0, update, request;
  if (get (primary, &update, 1)) { /* or it is gone */
    value = update;
    put (primary, &value, 1);
  }
  if (get (client, &request, 1))
    put (client, &value, 1);
}

static void be_client (int primary, int backup) {
  char known = 0, value;
  if (put (primary, "+", 1))
    get (primary, &known, 1);
  if (put (backup, "?", 1) && get (backup, &value, 1))
    assert (value >= known);
}

static void connect_two (int ends[2]) {
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, ends))
    die ("socketpair");
}

int main (void) {
  int pb[2], cb[2], pc[2]; /* between primary, backup and client */
  connect_two (pb);
  connect_two (cb);
  if (fork () == 0) {
    close (pb[0]), close (cb[0]);
    be_backup (cb[1], pb[1]);
    _exit (0);
  }
  close (pb[1]), close (cb[1]);
  connect_two (pc);
  if (fork () == 0) {
    close (pb[0]), close (pc[0]);
    be_client (pc[1], cb[0]);
    _exit (0);
  }
  close (cb[0]), close (pc[1]);
  be_primary (pc[0], pb[0]);
  return 0;
}
