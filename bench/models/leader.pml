/* Leader election in a one-way ring of N nodes.
 *
 * Algorithm: E. Chang and R. Roberts, "An improved algorithm for decentralized
 * extrema-finding in circular configurations of processes", CACM 22(5), 1979.
 * A node passes on identities larger than its own, swallows smaller ones, and
 * is elected when its own comes back.  Any non-empty set of nodes may start
 * the election: a node that was not awake is woken by the first message.
 *
 * Parameters: N, nodes; L, capacity of a link.
 * Uses: buffered channels, channel parameters, run from init.
 */
#ifndef N
#define N 5
#endif
#ifndef L
#define L 2
#endif

mtype = { candidate, elected };
chan link[N] = [L] of { mtype, byte };
byte leaders;

proctype node (chan from, to; byte id) {
  byte other, leader;
  bool awake;

end:
  do
  :: !awake ->
    awake = true;
    to!candidate (id)
  :: from?candidate (other) ->
    if
    :: other > id -> awake = true; to!candidate (other)
    :: other < id && !awake -> awake = true; to!candidate (id)
    :: other < id && awake -> skip
    :: other == id ->
      leaders++;
      assert (leaders == 1);
      to!elected (id)
    fi
  :: from?elected (leader) ->
    assert (leader == N);
    if
    :: leader != id -> to!elected (leader)
    :: else
    fi;
    break
  od
}

init {
  byte i;

  /* Small and large identities take turns: 1, N, 2, N - 1, 3 ... */
  atomic {
    for (i : 0 .. N - 1) {
      run node (link[i], link[(i + 1) % N],
                (i % 2 == 0 -> i / 2 + 1 : N - i / 2))
    }
  }
}
