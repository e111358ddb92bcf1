/* Rounds of a loop that were in vain.

   A thread that comes back to a place with the same registers and stack, and
   has changed nothing in between, has gone round in vain: a look at a variable
   that does not have the awaited value, a compare and exchange that failed, a
   lock that was taken, under which nothing new was found, and given back, an
   increment that was taken back.  dpor lets nobody go on after that: the thread
   has made its last event in this execution.  Whatever it does when it looks
   later is explored where it looks later in the first place.  So it does not
   matter how often somebody looks in vain, and at which values.

   What is a round in vain.  The events i1 ... ik of a thread T, so that

   (a) the state of T is the same before i1 and after ik: the registers that
       functions preserve, the arguments of the operation it stands before, and
       its stack (spin.h), without what is overwritten before anybody reads it
       (dead.h); and what the run-time keeps for it, like its signal mask;
   (b) T changes no memory but by visible operations: instrumented writes are
       seen, others by a hash of all memory, between the operations of T (so
       that others may write in between); nor anything outside of memory: a
       system call ends the round (syscalls.c);
   (c) each object that T writes has the value again that it had before T's
       first write, and a lock is free then and now; and no event of another
       thread uses it between T's first and last write of the round;
   (d) what later events acquire from such an object is not less than before:
       all of T's writes are updates, or the first one is an update that
   acquires and the others release.

   Lemma 1.  From an execution E that goes on after a round in vain one gets
   another one by leaving out i1 ... ik, in which all other events are the same.
   For T does by (a) afterwards what it would have done before, nobody has read
   what it wrote by (c), nor was anybody kept from anything by it, and by (b)
   there is nothing else.  What happens before what, in the sense of data races,
   is at most less by (d) (a look can only order more), so that no race is lost:
   a race with an access of the round itself is there in the execution that
   ends, for T, with this round.

   So it is enough to explore the executions in which every round in vain is the
   last thing that its thread does: call them Z.  What is wrong in E, be it an
   assertion, a race, a deadlock, is wrong in one of Z, which one gets by
   leaving out rounds, as long as there are any.

   Lemma 2.  Whether E is in Z depends on its trace only: (a), (b) on what T has
   done and read, (c) on events between two of T that each depend on, which
   every equivalent execution has in the same order.  Beginnings of members of Z
   are in Z.  If t and a sequence v that does not depend on it can be appended
   to E within Z, then so can both: the past of v is what it was.  This is all
   that dpor.c asks for: there t N(t) f belongs to Z, because the thread of f
   has not gone round in vain, or f would not be in z.

   Not every round in vain is recognised: stacks and loops can be too large,
   others may have changed a page at the same time.  Then T goes on, and more is
   explored than would have to be.  That does no harm: the argument of dpor.c
   holds for every z in which nobody goes on after a round in vain, also where
   some who did so have been explored before.  And if it is recognised in one
   execution, and not in another one whose events a plan has taken over, the
   plan wins.

   At the end, when nobody can go on: T would go round for ever if nobody has
   used anything since that it used in its last round, in a way that conflicts;
   other rounds in vain do not count, for they change nothing.  This is reported
   (finish.c).  If somebody has, T is only not allowed to go on, and the
   execution is over as if everybody slept.  There is a third case: somebody
   else who waits has looked at what T writes in its rounds and takes back, and
   might see that another time.  Then nobody knows; the verdict is bounded.
   (A lock that T has at both ends of the round, and gives back in between, is
   such a thing: who waits for it could get it.  There T may not stop, by (c).
   It stops where it has none, if it comes to such a place.)

   Not recognised are rounds that several threads make in vain together, each
   noticing the others (std::lock in different orders): states have to be
   compared (--stateful).  To leave out all of their events at once would give
   an execution, too, if every object is as it was and nobody else used it in
   between.  But for Lemma 2 all of them would have to come before the last
   event of the thread that stops, which needs unlocking to be a place where
   rounds begin; and for Lemma 1 no race with what they only read may be lost,
   whereas a try that fails orders nothing.

   Walks by chance, and whoever runs a schedule again, let a thread go on when
   nobody else can, if something has changed for it.

   All of this begins when a loop has been seen: knowledge.h (gives_up).  It is
   for dpor, and for programs of one process. */

#ifndef SETT_RUNTIME_VAIN_H
#define SETT_RUNTIME_VAIN_H

#include "runtime/core/engine.h"
#include "runtime/sched/loop_sampling.h"

/* In the middle of an event: the run-time changes memory, for an operation of
   the thread that is no event by itself. */
void sett_vain_close_part (sett_thread *);
static inline void sett_vain_pause (void) {
  if (sett_self ()->vain.heads)
    sett_vain_close_part (sett_self ());
}

/* An execution begins. */
void sett_vain_begin (void);

/* The thread is about to do something visible that may belong to such a round:
   everything else ends it.  */
static inline void sett_vain_pass (void) {
  sett_vain_pause ();
  sett_self ()->vain.passing = 1;
}
/* The same, of a function that was entered through SETT_LOOKING, with so many
   arguments: perhaps the loop begins here.  Where nothing is kept of the thread
   there is nothing to end. */
void sett_vain_look (uintptr_t place, unsigned arguments);
static inline void sett_vain_head (uintptr_t place, unsigned arguments) {
  const sett_thread *t = sett_self ();
  const int keeps = engine.gives_up || t->vain.heads;
  if (!keeps && (engine.loops == SETT_LOOPS_IGNORED ||
                 (engine.loops == SETT_LOOPS_SAMPLED &&
                  !sett_loop_sampling_wants (place, t->number))))
    return;
  sett_vain_look (place, arguments);
}

/* What it has done: nothing but reading... */
void sett_vain_read (void);
/* ...or writing to an object.  An update leaves to others what they can acquire
   there. */
typedef enum sett_vain_how {
  SETT_VAIN_UPDATES = 1,
  SETT_VAIN_ACQUIRES = 2,
  SETT_VAIN_RELEASES = 4,
  SETT_VAIN_LOCKS = 8, /* others wait until it is 0 */
} sett_vain_how;

void sett_vain_add_write (const void *object, uint64_t before, uint64_t after,
                          unsigned how);
static inline void sett_vain_write (const void *object, uint64_t before,
                                    uint64_t after, unsigned how) {
  if (sett_self ()->vain.heads)
    sett_vain_add_write (object, before, after, how);
}

/* It has gone round in vain: does the plan say that it goes on? */
int sett_vain_goes_on (const sett_thread *);

/* It goes on. */
void sett_vain_go_on (sett_thread *);

/* Nobody can move: threads that may go on nevertheless.  Does not return if it
   is not known, or not to be known, what comes of it. */
sett_thread_set sett_vain_standstill (void);

#endif
