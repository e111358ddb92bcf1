/* Five philosophers, five forks, and everybody reaches to the right first.
 *
 * If all of them do so at the same time, each holds one fork and waits for
 * ever for the other: sett finds the deadlock, and its shortest history has
 * one step per philosopher.  With -DORDERED the last philosopher takes the
 * forks in the other order, and the table never gets stuck.
 *
 * E. W. Dijkstra, "Hierarchical ordering of sequential processes", 1971.
 */
#ifndef N
#define N 5
#endif

bool taken[N];

active [N] proctype philosopher () {
  byte first = _pid;
  byte second = (_pid + 1) % N;

#ifdef ORDERED
  if
  :: first > second -> first = second; second = _pid
  :: else
  fi;
#endif
  do
  :: atomic { !taken[first] -> taken[first] = true };
    atomic { !taken[second] -> taken[second] = true };
    printf ("philosopher %d eats\n", _pid);
    taken[second] = false;
    taken[first] = false
  od
}
