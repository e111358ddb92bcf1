/* Dining philosophers who eat once.
 *
 * The usual example for searches without stored states (Godefroid; Stoller):
 * there is no cycle, so that every execution ends.  The last philosopher takes
 * the forks in the other order, which excludes a deadlock.
 *
 * Parameter: N, philosophers (2 or more).
 */
#ifndef N
#define N 3
#endif

bit taken[N]; /* fork i lies between philosophers i - 1 and i */

#define dine(first, second)                                                    \
  atomic { !taken[first] -> taken[first] = 1 };                                \
  atomic { !taken[second] -> taken[second] = 1 };                              \
  taken[second] = 0;                                                           \
  taken[first] = 0

active [N - 1] proctype philosopher () {
  dine (_pid, _pid + 1);
end:
  false /* parks: the death of a process would be one more step */
}

active proctype last () {
  dine (0, N - 1);
end:
  false
}
