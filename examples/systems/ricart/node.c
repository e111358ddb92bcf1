/* Mutual exclusion without a server (Ricart and Agrawala): a node that wants to
   enter asks all others, with the time of its request, and enters when all have
   agreed.  Who wants to enter as well, and has asked earlier, agrees when it
   leaves.  Times are those of Lamport's clocks; of two equal ones, that of the
   node with the smaller number is earlier.

   Every node enters once: it takes a port that nobody else can have meanwhile.

   With -DWRONG clocks are not set by what is received: a request that was made
   after another one is known may be earlier.

   usage: node BASE-PORT NUMBER EXCLUSIVE-PORT */

#include "../mesh.h"

#include <assert.h>

enum { NODES = 3 };

struct message {
  enum { ASKS, AGREES } kind;
  int time;
};

static int peers[NODES], self, port;
static int clock_now, asked_at; /* asked_at: 0 unless the node wants to enter */
static int agreed, requests, deferred[NODES];

static void tell (int whom, int kind) {
  const struct message m = {.kind = kind, .time = asked_at};
  put (peers[whom], &m, sizeof m);
}

/* Was the own request first? */
static int is_earlier (int time, int whose) {
  return asked_at && (asked_at < time || (asked_at == time && self < whose));
}

static void handle_next (void) {
  struct message m;
  const int from = get_any (peers, NODES, &m, sizeof m);
  if (m.kind == AGREES) {
    agreed++;
    return;
  }
  requests++;
#ifndef WRONG
  if (clock_now < m.time)
    clock_now = m.time;
#endif
  if (is_earlier (m.time, from))
    deferred[from] = 1;
  else
    tell (from, AGREES);
}

static void ask (void) {
  asked_at = ++clock_now;
  for (int i = 0; i < NODES; i++)
    if (i != self)
      tell (i, ASKS);
}

/* Ends the process if somebody else has the port. */
static void use_resource (void) {
  const struct sockaddr_in address = loopback (port);
  const int s = socket (AF_INET, SOCK_DGRAM, 0);
  assert (bind (s, (const struct sockaddr *)&address, sizeof address) == 0);
  close (s);
}

static void leave (void) {
  asked_at = 0;
  for (int i = 0; i < NODES; i++)
    if (deferred[i])
      tell (i, AGREES);
}

int main (int argc, char **argv) {
  if (argc < 4)
    return 2;
  self = atoi (argv[2]);
  port = atoi (argv[3]);
  connect_mesh (atoi (argv[1]), self, NODES, peers);
  if (self == 0)
    handle_next (); /* it is in no hurry */
  ask ();
  while (agreed < NODES - 1)
    handle_next ();
  use_resource ();
  leave ();
  while (requests < NODES - 1)
    handle_next ();
  return 0;
}
