/* Peterson's lock for two processes, and what one expects of a lock.
 *
 * A process that wants to enter says so and gives the other one the turn; it
 * waits while the other one wants to enter too and has the turn.  The formulas
 * are checked one after the other:
 *
 *   exclusion  never are both in the critical section; holds
 *   access     whenever process 0 wants to enter it does, sooner or later; holds
 *   turns      process 0 enters again and again; fails, as process 1 may go on
 *              for ever before process 0 takes its next step.  With --fair a run
 *              that neglects a process does not count, and the formula holds.
 *
 * With -DHASTY a process gives the turn away before it says that it wants to
 * enter, and both can be in the critical section.
 *
 * G. L. Peterson, "Myths about the mutual exclusion problem", Information
 * Processing Letters 12(3), 1981.
 */
bool wants[2];
byte turn;

#define inside(p) (user[p]@critical)

ltl exclusion { [] !(inside(0) && inside(1)) }
ltl access { [] (wants[0] -> <> inside(0)) }
ltl turns { [] <> inside(0) }

active [2] proctype user () {
  do
  ::
#ifdef HASTY
    turn = 1 - _pid;
    wants[_pid] = true;
#else
    wants[_pid] = true;
    turn = 1 - _pid;
#endif
    !wants[1 - _pid] || turn == _pid;
critical:
    wants[_pid] = false
  od
}
