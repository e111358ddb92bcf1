/* Single-decree Paxos.
 *
 * Source: L. Lamport, "Paxos made simple", SIGACT News 32(4), 2001.  Each of P
 * proposers owns one ballot and proposes its own number; A acceptors promise
 * and accept.  An acceptor may take the waiting messages of different
 * proposers in any order (random receive), and a proposer may give up waiting
 * at any time.  Checked: no two proposers find different values chosen.
 *
 * Parameters: P, proposers (2 or 3); A, acceptors (odd).
 * Uses: random receive, buffered channels, macros, atomic, d_step.
 */
#ifndef P
#define P 2
#endif
#ifndef A
#define A 3
#endif
#define MAJORITY (A / 2 + 1)

chan prepare[A] = [P] of { byte };       /* ballot */
chan promise[P] = [A] of { byte, byte }; /* accepted ballot and value */
chan accept[A] = [P] of { byte, byte };  /* ballot, value */
chan accepted[P] = [A] of { bit };
byte chosen;

proctype proposer (byte me) {
  byte value = me + 1;
  byte best, b, v, n, i;

  for (i : 0 .. A - 1) {
    prepare[i]!me + 1
  }
  i = 0;
  do
  :: n < MAJORITY && nempty (promise[me]) ->
    promise[me]?b, v;
    d_step {
      if
      :: b > best -> best = b; value = v
      :: else
      fi;
      n++;
      b = 0;
      v = 0
    }
  :: n == MAJORITY -> break
  :: n < MAJORITY -> goto given_up
  od;
  for (i : 0 .. A - 1) {
    accept[i]!me + 1, value
  }
  n = 0;
  do
  :: n < MAJORITY && nempty (accepted[me]) -> accepted[me]?_; n++
  :: n == MAJORITY -> break
  :: n < MAJORITY -> goto given_up
  od;
  atomic { assert (chosen == 0 || chosen == value); chosen = value };
given_up:
  skip
}

/* What an acceptor does with the messages of ballot k. */
#define ON_PREPARE(k)                                              \
  atomic {                                                         \
    prepare[me]??k ->                                              \
    if                                                             \
    :: k > promised -> promised = k; promise[k - 1]!last, value    \
    :: else                                                        \
    fi                                                             \
  }
#define ON_ACCEPT(k)                                               \
  atomic {                                                         \
    accept[me]??k, v ->                                            \
    if                                                             \
    :: k >= promised ->                                            \
      promised = k; last = k; value = v; accepted[k - 1]!1         \
    :: else                                                        \
    fi;                                                            \
    v = 0                                                          \
  }

proctype acceptor (byte me) {
  byte promised, last, value, v;

end:
  do
  :: ON_PREPARE (1)
  :: ON_PREPARE (2)
  :: ON_ACCEPT (1)
  :: ON_ACCEPT (2)
#if P > 2
  :: ON_PREPARE (3)
  :: ON_ACCEPT (3)
#endif
  od
}

init {
  byte i;

  atomic {
    for (i : 0 .. A - 1) {
      run acceptor (i)
    }
    for (i : 0 .. P - 1) {
      run proposer (i)
    }
    i = 0
  }
}
