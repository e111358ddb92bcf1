/* The rule of sleep sets (Godefroid), for moves of a model and for events of a
   program: who sleeps behind t, when t is taken from a state s?

   x sleeps behind t if it slept in s, or was explored from s before t, in all
   its alternatives; and if t does not wake it: both were possible in s, neither
   keeps the other from happening or changes what it does, and both orders lead
   to the same state.

   Why nothing is lost.  An execution t x w from s leads where x t w leads, as
   the two commute.  If x was explored from s before, so was x t w, or what it
   is equivalent to: by induction on the order in which executions are explored.
   If x slept in s, it was explored from a state before s, and all that was
   executed since commuted with it in turn, so that it can be moved there step
   by step.  If a part of x only was explored (one alternative of several),
   another part may lead elsewhere, and x must not sleep.

   What is taken wakes itself and whatever else its process or thread could do.
   What commutes is decided by what transitions touch in any state
   (reduce/dependency.h), or by the effects that events had (event.h). */

#ifndef SETT_KERNEL_SLEEP_RULE_H
#define SETT_KERNEL_SLEEP_RULE_H

typedef struct sett_sleep_rule {
  /* Of one that was explored from the state: was all of it? */
  int (*is_complete) (const void *taken, const void *explored);
  /* Does what is taken wake it? */
  int (*wakes) (const void *taken, const void *who);
} sett_sleep_rule;

/* Does `who` sleep behind what is taken?  It slept before, or it was explored
   from this state before. */
static inline int sett_sleeps_behind (const sett_sleep_rule *rule,
                                      const void *taken, const void *who,
                                      int slept) {
  return (slept || rule->is_complete (taken, who)) && !rule->wakes (taken, who);
}

#endif
