/* Discreet steps: those that may be selected under weak fairness.

   A run is fair if each process that moves only finitely often in it is unable
   to move infinitely often.  So whether a process is able to move is something
   that runs are told apart by, like a proposition, and a step that changes it
   for another process must not be taken out of its turn.

   A transition t of process i is *discreet* in a state if
   (1) nothing that another process may do from its position on, before t, is in
       conflict with t: t takes no step from anybody;
   (2) no process is started or dies by t, t is no rendezvous, and neither
   before nor after it, nor where it may stop half-way, does i wait for one:
   senders of a rendezvous are able when a receiver is ready; (3) if t sends to
   a channel, at most one process may ever receive from it, and that is not i;
   if t receives, at most one, not i, may ever send to it; in both cases no
   process will be started any more.

   Theorem.  Let each selected set T that leaves something out be persistent,
   consist of all steps of the processes that take part, none of them visible or
   at a timeout, all of them discreet; and let no cycle of the reduced graph
   lack a state that is explored in full.  Then for each fair run w there is a
   fair run in the reduced graph that a claim which does not count steps cannot
   tell from w.

   Proof.  If w took no step of T, the processes of T would not move, although
   they could all the time, since nothing in w disturbs them: w would not be
   fair.  So the first step a of T in w exists.  It commutes with all that is
   before it: take it first, and go on with the rest of w.  Nothing is ever
   inserted, and since each cycle has states explored in full, where the first
   step of w is taken, each step of w is taken at last: the run v that is built
   has exactly the steps of w, those of each process in the same order.  That
   the claim cannot tell them apart is the theorem for ample sets.
   Is v fair?  A process that moves infinitely often in w does so in v.  Let p
   move finitely often, and look at what comes after its last move.  Whenever v
   has done the first k steps of w, for the first time, it has done some others
   early; it is in the state s of w after k steps, moved on by these.  Each of
   them, a, was discreet where it was selected; the steps of w that it overtook
   were possible from there on, so that (1) to (3) speak of s as well.  By (1) a
   takes from p no step that p could do in s.  It gives p a step only by a
   message or by room for one, by (1) and (2): what else p's steps need, it only
   reads.  (A step at a timeout does not count: a and the step of w that comes
   next are both possible until a is done, and the latter after it, too.)  By
   (3) p is then the only one who would take the message away, or fill the room;
   since p does not move any more and channels are finite, that happens finitely
   often.  So but for finitely many k, p is able to move in that state of v if
   and only if it is in s; and in w it is unable infinitely often.  Hence v is
   fair.

   The copies of search/fair.h wait for what happens infinitely often in v: a
   move of p, which is among the movers, or a state where p is unable, and v
   visits all its states, since steps are single.  So neither leaps nor
   selective caching, which pass states, are covered. */

#include "reduce/reducer.h"

#include "base/assert.h"
#include "kernel/control.h"

/* Who would make use of it. */
static unsigned counterpart (unsigned access) {
  return (access & SETT_ACCESS_SEND ? SETT_ACCESS_RECEIVE : 0u) |
         (access & SETT_ACCESS_RECEIVE ? SETT_ACCESS_SEND : 0u);
}

/* (3), for one channel. */
static int has_one_other_end (sett_reducer *r, unsigned process,
                              uint32_t object, unsigned wanted) {
  unsigned others = 0;
  SETT_ASSERT (object < r->model->control->objects);
  for (unsigned i = 0; i < r->count; i++) {
    if (sett_dependency_starts (r->dependency, r->at[i]))
      return 0;
    if (!(sett_dependency_future (r->dependency, r->at[i])[object] & wanted))
      continue;
    if (i == process || others++)
      return 0;
  }
  return 1;
}

/* (1) */
static int takes_nothing (sett_reducer *r, unsigned process, unsigned number) {
  for (unsigned i = 0; i < r->count; i++)
    if (i != process &&
        sett_dependency_pair (r->dependency, r->at[process], r->at[i])
                    ->disturbed >>
                number &
            1)
      return 0;
  return 1;
}

int sett_discreet (sett_reducer *r, unsigned process, unsigned number) {
  const sett_position *at = r->at[process];
  SETT_ASSERT (process < r->count && number < at->count);
  const uint8_t *touched = sett_dependency_run (r->dependency, at, number);
  const uint32_t objects = r->model->control->objects;
  if ((at->wild | at->meets) >> number & 1 ||
      !takes_nothing (r, process, number))
    return 0;
  for (uint32_t i = SETT_OBJECT_SELF + 1; i < objects; i++) {
    if (touched[i] &
        (SETT_ACCESS_BIRTH | SETT_ACCESS_DEATH | SETT_ACCESS_HANDSHAKE))
      return 0;
    if (counterpart (touched[i]) &&
        !has_one_other_end (r, process, i, counterpart (touched[i])))
      return 0;
  }
  return 1;
}
