/* Readers and writers, with a server that prefers waiting writers.
 *
 * Source: P. J. Courtois, F. Heymans and D. L. Parnas, "Concurrent control
 * with readers and writers", CACM 14(10), 1971, second problem; here the
 * semaphores are replaced by a server that is asked over channels.  A record
 * of two fields is read and written in two steps; no reader may see a mixture.
 *
 * Parameters: R, readers; W, writers.
 * Uses: buffered and rendezvous channels, typedef, guards on counters.
 */
#ifndef R
#define R 4
#endif
#ifndef W
#define W 2
#endif
#define N (R + W)

typedef record { byte left; byte right }

record shared;
mtype = { want_read, end_read, want_write, end_write };
chan ask = [0] of { mtype, byte };
chan queue_read = [R] of { byte };
chan queue_write = [W] of { byte };
chan go[N] = [1] of { bit };

active proctype server () {
  byte reading, who;
  bool writing;

end:
  do
  :: ask?want_read, who -> queue_read!who
  :: ask?want_write, who -> queue_write!who
  :: ask?end_read, _ -> reading--
  :: ask?end_write, _ -> writing = false
  :: !writing && reading == 0 && nempty (queue_write) ->
    queue_write?who;
    writing = true;
    go[who]!1
  :: !writing && empty (queue_write) && nempty (queue_read) ->
    queue_read?who;
    reading++;
    go[who]!1
  od
}

proctype reader (byte me) {
  byte seen;

end:
  do
  :: ask!want_read, me;
    go[me]?_;
    seen = shared.left;
    assert (seen == shared.right);
    seen = 0;
    ask!end_read, me
  od
}

proctype writer (byte me) {
end:
  do
  :: ask!want_write, me;
    go[me]?_;
    shared.left = 1 - shared.left;
    shared.right = 1 - shared.right;
    ask!end_write, me
  od
}

init {
  byte i;

  atomic {
    for (i : 0 .. R - 1) {
      run reader (i)
    }
    for (i : R .. N - 1) {
      run writer (i)
    }
  }
}
