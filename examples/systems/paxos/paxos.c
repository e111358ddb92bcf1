/* Paxos for a single decision (Lamport), over UDP.  A proposer asks all
   acceptors to promise that they accept nothing with a smaller number any more.
   They say what they have accepted so far.  With the promises of most of them
   it proposes the value that was accepted with the highest number, or its own,
   if there is none; when most have accepted that, it is decided.  The learner
   hears of all decisions: they must be the same.

   With -DWRONG_VALUE a proposer looks at the last promise only.  With
   -DWRONG_PROMISE an acceptor compares a proposal with what it has accepted,
   not with what it has promised.

   usage: paxos acceptor PORT
          paxos proposer PORT NUMBER FIRST-ACCEPTOR-PORT LEARNER-PORT
          paxos learner PORT */

#include "../net.h"

#include <assert.h>

enum { ACCEPTORS = 3, MOST = ACCEPTORS / 2 + 1 };

struct message {
  enum { PREPARE, PROMISE, ACCEPT, ACCEPTED } kind;
  int from;          /* port */
  int number, value; /* of a proposal; 0: none */
};

/*------------------------------------------------------------------------*/

static int may_accept (int number, int promised, int accepted) {
#ifdef WRONG_PROMISE
  (void)promised;
  return number >= accepted;
#else
  (void)accepted;
  return number >= promised;
#endif
}

static void be_acceptor (int port) {
  const int s = udp_at (port);
  int promised = 0, accepted = 0, value = 0;
  struct message m;
  while (recv (s, &m, sizeof m, 0) == sizeof m) {
    const int proposer = m.from;
    if (m.kind == PREPARE && m.number > promised) {
      promised = m.number;
      m = (struct message){PROMISE, port, accepted, value};
    } else if (m.kind == ACCEPT && may_accept (m.number, promised, accepted)) {
      promised = accepted = m.number;
      value = m.value;
      m.kind = ACCEPTED;
    } else
      continue;
    udp_send (s, proposer, &m, sizeof m);
  }
}

/*------------------------------------------------------------------------*/

static void ask_all (int s, int first, const struct message *m) {
  for (int i = 0; i < ACCEPTORS; i++)
    udp_send (s, first + i, m, sizeof *m);
}

/* The next answer of this kind. */
static struct message get_answer (int s, int kind) {
  struct message m;
  do
    if (recv (s, &m, sizeof m, 0) != sizeof m)
      die ("recv");
  while ((int)m.kind != kind);
  return m;
}

/* Returns the value that must be proposed; 0: any. */
static int get_promises (int s) {
  int highest = 0, value = 0;
  for (int i = 0; i < MOST; i++) {
    const struct message m = get_answer (s, PROMISE);
#ifdef WRONG_VALUE
    highest = 0;
    value = 0;
#endif
    if (m.number > highest) {
      highest = m.number;
      value = m.value;
    }
  }
  return value;
}

static void propose (int port, int number, int acceptors, int learner) {
  const int s = udp_at (port);
  struct message m = {PREPARE, port, number, 0};
  ask_all (s, acceptors, &m);
  const int value = get_promises (s);
  m = (struct message){ACCEPT, port, number, value ? value : number};
  ask_all (s, acceptors, &m);
  for (int i = 0; i < MOST; i++)
    get_answer (s, ACCEPTED);
  udp_send (s, learner, &m, sizeof m);
}

static void learn (int port) {
  const int s = udp_at (port);
  int decision = 0;
  struct message m;
  while (recv (s, &m, sizeof m, 0) == sizeof m) {
    assert (!decision || m.value == decision);
    decision = m.value;
  }
}

int main (int argc, char **argv) {
  if (argc == 3 && !strcmp (argv[1], "acceptor"))
    be_acceptor (atoi (argv[2]));
  else if (argc == 6 && !strcmp (argv[1], "proposer"))
    propose (atoi (argv[2]), atoi (argv[3]), atoi (argv[4]), atoi (argv[5]));
  else if (argc == 3 && !strcmp (argv[1], "learner"))
    learn (atoi (argv[2]));
  else
    return 2;
  return 0;
}
