/* Odd-even transposition sort on a line of N processes.
 *
 * Source: N. Haberman, "Parallel neighbor-sort", 1972; the odd-even
 * transposition network of D. E. Knuth, TAOCP volume 3, section 5.3.4.  In
 * round r a process compares with its right neighbour if its number and r have
 * the same parity, otherwise with its left one.  Two neighbours exchange their
 * values by messages; the left one keeps the smaller.  After N rounds the
 * values are sorted, from any of the permutations that init may choose.
 *
 * Parameters: N, processes; SHUFFLES, exchanges made by init before the start.
 * Uses: buffered channels, dynamic processes, channel arrays, a barrier-free
 * round structure, termination.
 */
#ifndef N
#define N 5
#endif
#ifndef SHUFFLES
#define SHUFFLES 2
#endif

chan right[N] = [1] of { byte }; /* from i to i + 1 */
chan left[N] = [1] of { byte };  /* from i to i - 1 */
chan result = [N] of { byte, byte };

proctype cell (byte i; byte value) {
  byte r, other;

  do
  :: r < N ->
    if
    :: (i + r) % 2 == 0 && i < N - 1 ->
      right[i]!value;
      left[i + 1]?other;
      value = (other < value -> other : value)
    :: (i + r) % 2 == 1 && i > 0 ->
      left[i]!value;
      right[i - 1]?other;
      value = (other > value -> other : value)
    :: else /* no partner in this round */
    fi;
    d_step { r++; other = 0 }
  :: r == N -> break
  od;
  result!i, value
}

init {
  byte v[N];
  byte i, a, t;

  /* Start from the reverse order and exchange some neighbours. */
  atomic {
    for (i : 0 .. N - 1) {
      v[i] = N - 1 - i
    }
    for (i : 1 .. SHUFFLES) {
      select (a : 0 .. N - 2);
      t = v[a];
      v[a] = v[a + 1];
      v[a + 1] = t
    }
    for (i : 0 .. N - 1) {
      run cell (i, v[i])
    }
    for (i : 0 .. N - 1) {
      v[i] = 0
    }
    a = 0; t = 0; i = 0
  }
  do
  :: i < N -> result?a, t; assert (a == t); i++
  :: i == N -> break
  od
}
