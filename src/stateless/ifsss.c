/* IF-SSS (Stoller, Model-checking multi-threaded distributed Java programs):
   persistent sets and sleep sets over visible operations.

   From each state a persistent set goes, without those who sleep; who has gone
   sleeps until something is executed that it depends on.  Dependent are events
   whose effects on an object conflict in that state (kernel/event.h), so that
   what sleeps is as sound as the table of effects is; persistent sets are as
   sound as the bounds on what threads may do (persistent_threads.h).

   Conditional dependency (here and in sss).  Whether t, asleep, and x, which is
   executed in the state s, are dependent is asked of s alone (Katz and Peled;
   Godefroid and Pirottin): they are not if both are possible in s, neither
   keeps the other from happening, and both orders lead to the same state.  So
   taking from a semaphore and giving to it commute if it is above zero, two
   takers if it has enough for both.  Nothing else is needed for sleep sets: t
   slept since a state from which it was explored first, and all that was
   executed since commuted with it in turn, so that t can be moved to the front,
   step by step. Who is to go is decided by what may conflict in any state, as
   before.

   Races are not missed for that, although taking after giving orders accesses
   that taking before would leave unordered.  Let the access w of thread p race
   with r, and u be the past of the two and they themselves: nothing of p is
   after w.  In no order of u does anything order w before r, as p does nothing
   after w that others could acquire from.  It remains to be seen that u is
   executed in some order, from the state s at hand, by induction on the states
   in the order in which they are explored, and on the length of u.  If a thread
   that is to go from s is in u and does not sleep, it comes first in an
   equivalent order of u.  If it sleeps it was explored before, from a state
   before s: u with what led from there to s, without what does not belong to
   it, begins with it in an equivalent order.  If nobody who is to go is in u,
   whoever does conflicts with nothing in u in any state, and u is possible
   afterwards; what is executed then does not belong to u, releases nothing that
   u acquires, and no sleeper that belongs to u touches it.

   Where executions end in states that were met before nobody may sleep: a state
   would have to know with whom asleep it was explored.  So there is no ifsss
   with states. */

#include "stateless/execution_tree.h"

static void learn (sett_stateless *search, const sett_log *log) {
  sett_tree *t = (sett_tree *)search;
  sett_tree_node *s;
  const sett_wakes wakes =
      t->plan.conditional ? sett_event_wakes_then : sett_event_wakes;
  sett_tree_begin (t, log);
  while ((s = sett_tree_arrive (t, wakes))) {
    if (s->is_new)
      sett_tree_plan (t, sett_tree_persistent_set (t));
    sett_tree_execute (t);
  }
}

sett_stateless *sett_ifsss_create (const sett_stateless_options *options) {
  sett_tree *t = sett_tree_create (options, learn);
  t->tells_runner = 1;
  t->plan.conditional = 1;
  return &t->search;
}
