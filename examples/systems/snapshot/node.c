/* A snapshot of a running system (Chandy and Lamport).  The nodes send each
   other money.  The first one wants to know how much there is: it notes what it
   has, and sends a marker to all.  Who gets its first marker notes what it has,
   and sends markers, too; what arrives later from a node of which it has no
   marker yet was on its way, and counts as well.  What all have noted together
   must be all there is.

   With -DWRONG a node sends its markers a little late, after a payment.

   usage: node BASE-PORT NUMBER */

#include "../mesh.h"

#include <assert.h>

enum { NODES = 3, AMOUNT = 10 };

struct message {
  enum { PAYS, MARKS, REPORTS } kind;
  int amount;
};

static int peers[NODES], self;
static int balance = AMOUNT, left = 1; /* payments to make */
static int noted = -1;                 /* -1: nothing yet */
static int markers, marked[NODES];
static int reports, sum;

static void tell (int whom, int kind, int amount) {
  const struct message m = {.kind = kind, .amount = amount};
  put (peers[whom], &m, sizeof m);
}

static void pay (int whom) {
  if (left-- <= 0)
    return;
  balance--;
  tell (whom, PAYS, 1);
}

static void note_state (void) {
  if (noted >= 0)
    return;
  noted = balance;
#ifdef WRONG
  pay ((self + 1) % NODES);
#endif
  for (int i = 0; i < NODES; i++)
    if (i != self)
      tell (i, MARKS, 0);
}

static void handle_next (void) {
  struct message m;
  const int from = get_any (peers, NODES, &m, sizeof m);
  if (m.kind == PAYS) {
    balance += m.amount;
    if (noted >= 0 && !marked[from])
      noted += m.amount;
  } else if (m.kind == MARKS) {
    note_state ();
    marked[from] = 1;
    markers++;
  } else {
    reports++;
    sum += m.amount;
  }
}

int main (int argc, char **argv) {
  if (argc < 3)
    return 2;
  self = atoi (argv[2]);
  connect_mesh (atoi (argv[1]), self, NODES, peers);
  if (self == 0)
    note_state ();
  else
    handle_next ();
  pay ((self + 1) % NODES);
  while (markers < NODES - 1)
    handle_next ();
  if (self != 0) {
    tell (0, REPORTS, noted);
    return 0;
  }
  while (reports < NODES - 1)
    handle_next ();
  assert (sum + noted == NODES * AMOUNT);
  return 0;
}
