/* Szymanski's linear-wait mutual exclusion for N processes.
 *
 * Algorithm: B. K. Szymanski, "A simple solution to Lamport's concurrent
 * programming problem with linear wait", ICS 1988.  A process enters a waiting
 * room, the last to enter closes the door, and those inside leave in order of
 * their numbers.  Flags: 0 outside, 1 wants in, 2 waits for others to enter,
 * 3 in the doorway, 4 past the closed door.  Every test of another process's
 * flag is a step of its own.
 *
 * Parameter: N, processes.
 * Uses: shared array, inline text, labels.
 */
#ifndef N
#define N 3
#endif

byte flag[N];
byte inside;

/* Waits until cond holds of flag[i], for i from low to high - 1 in turn. */
inline await_all (low, high, cond) {
  i = low;
  do
  :: i < high && (cond) -> i++
  :: i >= high -> break
  od
}

active [N] proctype contender () {
  byte i;
  bool found;

  do
  :: flag[_pid] = 1;
    await_all (0, N, flag[i] < 3);
    flag[_pid] = 3;

    found = false;
    i = 0;
    do
    :: i < N && !found -> found = (flag[i] == 1); i++
    :: else -> break
    od;
    if
    :: found ->
      flag[_pid] = 2;
      /* Wait until someone has closed the door. */
      i = 0;
      do
      :: flag[i] == 4 -> break
      :: else -> i = (i + 1) % N
      od
    :: else
    fi;

    flag[_pid] = 4;
    await_all (0, _pid, flag[i] < 2);
    inside++;
    assert (inside == 1);
    inside--;
    await_all (_pid + 1, N, flag[i] < 2 || flag[i] > 3);
    flag[_pid] = 0
  od
}
