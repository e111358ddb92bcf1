/* W5: five processes that choose once, and have nothing else to do.
 *
 * Source: Nalumasu and Gopalakrishnan, "Two phase", section 6: a system made to
 * show that two-phase is not always better.  No process is ever deterministic,
 * so two-phase explores everything; there is no cycle, so ample sets are at
 * their best.
 *
 * Without static reductions: full 243 states, ample 63, two-phase 243,
 * two-phase with selective caching 243.
 */
active [5] proctype P () {
  byte s = 0; /* 0: not yet chosen */

  if
  :: s = 1
  :: s = 2
  fi;
end:
  false /* parks here: the death of a process would be one more state */
}
