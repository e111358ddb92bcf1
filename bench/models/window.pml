/* A sliding window protocol (go back N) over lossy channels.
 *
 * Source: A. S. Tanenbaum, "Computer Networks", protocol 5.  The sender keeps
 * up to W unconfirmed frames with sequence numbers modulo S > W; on a timeout
 * it sends all of them again.  The receiver accepts frames in order only and
 * confirms the last one accepted.  Both channels lose messages at any time.
 * The payload counts modulo P, which is prime to S, so that a frame accepted in
 * place of another is noticed.
 *
 * Parameters: W, window; S, sequence numbers; Q, capacity of a channel; P,
 * payload values.
 * Uses: buffered channels, loss as a choice of a process, arrays.
 */
#ifndef W
#define W 2
#endif
#ifndef S
#define S 4
#endif
#ifndef Q
#define Q 2
#endif
#ifndef P
#define P 3
#endif

chan data = [Q] of { byte, byte };
chan acks = [Q] of { byte };

active proctype sender () {
  byte payload[S];
  byte base, next, fresh, a, i;

  do
  :: (next + S - base) % S < W -> /* the window is open: a new frame */
    payload[next] = fresh;
    fresh = (fresh + 1) % P;
    data!next, payload[next];
    next = (next + 1) % S
  :: acks?a -> /* confirms everything up to a */
    if
    :: (a + S - base) % S < (next + S - base) % S -> base = (a + 1) % S
    :: else /* an old one */
    fi
  :: base != next && empty (acks) -> /* timeout: go back */
    i = base;
    do
    :: i != next -> data!i, payload[i]; i = (i + 1) % S
    :: i == next -> break
    od
  od
}

active proctype receiver () {
  byte expected, wanted, n, v;

  do
  :: data?n, v ->
    if
    :: n == expected ->
      assert (v == wanted);
      wanted = (wanted + 1) % P;
      acks!expected;
      expected = (expected + 1) % S
    :: else -> acks!((expected + S - 1) % S)
    fi
  od
}

active proctype thief () {
  do
  :: data?_, _
  :: acks?_
  od
}
