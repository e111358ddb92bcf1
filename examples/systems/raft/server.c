/* The election of a leader in Raft (Ongaro and Ousterhout), over UDP.  A server
   that hears nothing for a while stands for election: it begins a new term,
   votes for itself, and asks the others.  In each term a server votes once, for
   who asks first.  Who has the votes of most servers is the leader of the term,
   and says so.

   Here each server stands at most once.  No term may have two leaders.

   With -DWRONG a server that stands does not remember that it has voted: in
   the same term it votes once more, for another one.

   usage: server BASE-PORT NUMBER */

#include "../net.h"

#include <assert.h>
#include <sys/time.h>

enum { SERVERS = 5 };

struct message {
  enum { ASKS, VOTES, LEADS } kind;
  int from, term;
};

static int own_socket, base, self;
static int term, voted_for, votes, is_leader;

static void tell (int whom, int kind) {
  const struct message m = {.kind = kind, .from = self, .term = term};
  udp_send (own_socket, base + whom, &m, sizeof m);
}

static void tell_others (int kind) {
  for (int i = 1; i <= SERVERS; i++)
    if (i != self)
      tell (i, kind);
}

static void stand (void) {
  term++;
  votes = 1;
#ifndef WRONG
  voted_for = self;
#else
  voted_for = 0;
#endif
  tell_others (ASKS);
}

static void enter (int newer) {
  term = newer;
  voted_for = votes = is_leader = 0;
}

static void vote (int candidate) {
  if (voted_for && voted_for != candidate)
    return;
  voted_for = candidate;
  tell (candidate, VOTES);
}

static void count_vote (void) {
  if (++votes <= SERVERS / 2 || is_leader)
    return;
  is_leader = 1;
  tell_others (LEADS);
}

static void handle (const struct message *m) {
  if (m->term > term)
    enter (m->term);
  if (m->term < term)
    return;
  if (m->kind == ASKS)
    vote (m->from);
  else if (m->kind == VOTES)
    count_vote ();
  else
    assert (!is_leader);
}

static void wait_at_most (const struct timeval *limit) {
  setsockopt (own_socket, SOL_SOCKET, SO_RCVTIMEO, limit, sizeof *limit);
}

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  const struct timeval a_while = {.tv_usec = 100000}, for_ever = {0};
  struct message m;
  base = atoi (argv[1]);
  self = atoi (argv[2]);
  own_socket = udp_at (base + self);
  wait_at_most (&a_while);
  for (;;)
    if (recv (own_socket, &m, sizeof m, 0) == sizeof m)
      handle (&m);
    else {
      wait_at_most (&for_ever);
      stand ();
    }
}
