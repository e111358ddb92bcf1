/* Peterson's filter lock for N processes.
 *
 * Algorithm: G. L. Peterson, "Myths about the mutual exclusion problem",
 * Information Processing Letters 12(3), 1981.  N - 1 waiting rooms, one after
 * the other; each holds back one process.  The scan over the other processes
 * reads one shared variable per step, as a machine would.
 *
 * Parameter: N, processes.
 * Uses: shared arrays, fine-grained loops, d_step.
 */
#ifndef N
#define N 3
#endif

byte room[N];
byte last[N];
byte inside;

active [N] proctype contender () {
  byte r = 1, i;

  do
  :: r < N ->
    room[_pid] = r;
    d_step { last[r] = _pid; i = 0 };
    do
    :: i < N && (i == _pid || room[i] < r) -> i++
    :: last[r] != _pid -> break
    :: i == N -> break
    od;
    r++
  :: else ->
    inside++;
    assert (inside == 1);
    inside--;
    d_step { room[_pid] = 0; r = 1 }
  od
}
