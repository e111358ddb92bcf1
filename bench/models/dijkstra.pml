/* Dijkstra's self-stabilising token ring.
 *
 * Source: E. W. Dijkstra, "Self-stabilizing systems in spite of distributed
 * control", CACM 17(11), 1974, the solution with K-state machines.  Machine 0
 * holds the token when its state equals that of its left neighbour, any other
 * machine when they differ.  Tokens never vanish, and from every state exactly
 * one is left at last.  Reading the neighbour and changing the own state are
 * separate steps; an observer counts the tokens.
 *
 * Parameters: N, machines; K, states per machine.
 * Uses: shared array, arbitrary initial states by select, d_step.
 */
#ifndef N
#define N 4
#endif
#ifndef K
#define K 5
#endif

byte x[N];
bool ready;

active proctype first () {
  byte seen;

  ready;
  do
  :: seen = x[N - 1];
    if
    :: seen == x[0] -> x[0] = (x[0] + 1) % K
    :: else
    fi
  od
}

proctype machine (byte me) {
  byte seen;

  ready;
  do
  :: seen = x[me - 1];
    if
    :: seen != x[me] -> x[me] = seen
    :: else
    fi
  od
}

/* Looks at the ring as a whole: some machine always holds a token. */
active proctype observer () {
  byte i, tokens;

  ready;
  do
  :: d_step {
      tokens = (x[0] == x[N - 1]);
      for (i : 1 .. N - 1) {
        tokens = tokens + (x[i] != x[i - 1])
      }
      assert (tokens > 0);
      i = 0;
      tokens = 0
    }
  od
}

init {
  byte i, v;

  atomic {
    for (i : 0 .. N - 1) {
      select (v : 0 .. K - 1);
      x[i] = v
    }
    for (i : 1 .. N - 1) {
      run machine (i)
    }
    i = 0;
    v = 0;
    ready = true
  }
}
