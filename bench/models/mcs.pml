/* The list-based queue lock of Mellor-Crummey and Scott.
 *
 * Algorithm: J. M. Mellor-Crummey and M. L. Scott, "Algorithms for scalable
 * synchronization on shared-memory multiprocessors", ACM TOCS 9(1), 1991.
 * Waiting processes form a linked list; each spins on its own record.
 *
 * Parameter: N, processes.
 * Uses: shared arrays, swap and compare-and-swap as atomic blocks.
 */
#ifndef N
#define N 3
#endif
#define NONE 255

byte tail = NONE;
byte next[N] = NONE;
bool locked[N];
byte inside;

active [N] proctype contender () {
  byte before = NONE, after = NONE;

again:
  next[_pid] = NONE;
  atomic { before = tail; tail = _pid };
  if
  :: before != NONE ->
    locked[_pid] = true;
    next[before] = _pid;
    !locked[_pid]
  :: else
  fi;

  inside++;
  assert (inside == 1);
  inside--;

  if
  :: next[_pid] == NONE ->
    if
    :: atomic { tail == _pid -> tail = NONE; goto again }
    :: tail != _pid -> next[_pid] != NONE /* a successor is on its way */
    fi
  :: else
  fi;
  after = next[_pid];
  locked[after] = false;
  after = NONE;
  goto again
}
