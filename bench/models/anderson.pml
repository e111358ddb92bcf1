/* Anderson's array-based queue lock.
 *
 * Algorithm: T. E. Anderson, "The performance of spin lock alternatives for
 * shared-memory multiprocessors", IEEE TPDS 1(1), 1990.  A process draws a
 * ticket with fetch-and-add and spins on the slot of its ticket; who leaves
 * opens the next slot.  Tickets are taken modulo the number of slots.
 *
 * Parameters: N, processes and slots; WORK, steps inside and outside.
 * Uses: shared array, atomic, d_step.
 */
#ifndef N
#define N 4
#endif
#ifndef WORK
#define WORK 3
#endif

bool open[N];
byte next;
byte inside;

inline work () {
  w = 0;
  do
  :: w < WORK -> w++
  :: w == WORK -> break
  od;
  w = 0
}

proctype contender () {
  byte slot, w;

  do
  :: work ();
    d_step { slot = next; next = (next + 1) % N };
    open[slot];
    inside++;
    assert (inside == 1);
    work ();
    inside--;
    open[slot] = false;
    open[(slot + 1) % N] = true
  od
}

init {
  byte i;

  atomic {
    open[0] = true;
    for (i : 1 .. N) {
      run contender ()
    }
  }
}
