/* Dining philosophers who take the lower-numbered fork first.
 *
 * Source: E. W. Dijkstra, "Hierarchical ordering of sequential processes",
 * Acta Informatica 1, 1971; the order on the forks excludes a deadlock.  A fork
 * is a process that is taken and put back by rendezvous.
 *
 * Parameter: N, philosophers.
 * Uses: rendezvous, arrays of channels.
 */
#ifndef N
#define N 5
#endif

chan take[N] = [0] of { byte };
chan put[N] = [0] of { byte };
bool eating[N];

proctype fork (byte me) {
  byte holder;

end:
  do
  :: take[me]?holder -> put[me]?eval (holder); holder = 0
  od
}

proctype philosopher (byte me; byte first; byte second) {
end:
  do
  :: skip; /* thinks */
    take[first]!me;
    take[second]!me;
    eating[me] = true;
    assert (!eating[(me + 1) % N] && !eating[(me + N - 1) % N]);
    eating[me] = false;
    put[second]!me;
    put[first]!me
  od
}

init {
  byte i;

  atomic {
    for (i : 0 .. N - 1) {
      run fork (i)
    }
    for (i : 0 .. N - 2) {
      run philosopher (i, i, i + 1)
    }
    run philosopher (N - 1, 0, N - 1)
  }
}
