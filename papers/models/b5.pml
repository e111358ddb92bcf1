/* B5: five processes that go round and round, each on its own.
 *
 * Source: Nalumasu and Gopalakrishnan, "Two phase", figure 4(a), with five
 * processes: s0 -> s1 -> s0 and s0 -> s2 -> s0.  Every way round closes a
 * cycle, so the proviso makes an ample search expand every state fully.
 *
 * Without static reductions: full 243 states, ample 243, two-phase 11,
 * two-phase with selective caching 1.
 */
active [5] proctype P () {
  byte s = 0; /* where we are: s0, s1 or s2 */

  do
  :: s = 1; s = 0
  :: s = 2; s = 0
  od
}
