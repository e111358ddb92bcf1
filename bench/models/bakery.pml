/* Lamport's bakery with a bounded number of tickets.
 *
 * Algorithm: L. Lamport, "A new solution of Dijkstra's concurrent programming
 * problem", CACM 17(8), 1974.  Reading the numbers of the others and choosing
 * the next are separate steps.  So that the state space is finite, a process
 * whose number would exceed MAX gives up choosing and tries again.
 *
 * Parameters: N, processes; MAX, largest ticket.
 * Uses: shared arrays, fine-grained loops.
 */
#ifndef N
#define N 3
#endif
#ifndef MAX
#define MAX 4
#endif

bool choosing[N];
byte number[N];
byte inside;

active [N] proctype customer () {
  byte i, max;

again:
  choosing[_pid] = true;
  max = 0;
  i = 0;
  do
  :: i < N && number[i] > max -> max = number[i]; i++
  :: i < N && number[i] <= max -> i++
  :: i == N -> break
  od;
  if
  :: max >= MAX -> choosing[_pid] = false; goto again
  :: else
  fi;
  number[_pid] = max + 1;
  choosing[_pid] = false;

  i = 0;
  do
  :: i < N ->
    !choosing[i];
    number[i] == 0 || number[i] > number[_pid] ||
      (number[i] == number[_pid] && i >= _pid);
    i++
  :: i == N -> break
  od;
  inside++;
  assert (inside == 1);
  inside--;
  number[_pid] = 0;
  goto again
}
