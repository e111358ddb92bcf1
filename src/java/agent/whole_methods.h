/* Methods of the JDK that are one operation each (whole_methods.def).

   An executor with two threads has some hundred accesses to atomic variables
   and locks, which others could come between, and the program sees no
   difference: what a method of a queue, a pool or a future does takes effect at
   one moment (it is linearizable, which is taken for granted), so that whatever
   can be seen can be seen if others do not come between.  So all that such a
   method does, up to where it has to wait and from there on, is one event, with
   all the effects.  Which these are cannot be foreseen: so it is an atomic
   block (footprint.h), and what it may have to wait for, to begin with, is an
   event before it.

   Others do come between

   - where it waits, or could: for a while, too;
   - before it interrupts a thread: whether that has come is no part of the
     object, and others may have seen the rest of it (a future that is
   cancelled, a pool that is shut down) by then;
   - where code of the program runs inside of it (a thread factory, a
     comparator, a task) and does something visible, before that and after it;
   - where one method of the JDK calls another one that takes effect for itself
     (APART): a worker that takes the next task, and begins it, a future that
     gets its result;
   - before a variable is set that was set already: what it was in between
   others may see (a phaser at which all have arrived and that has not
   advanced);
   - at each step of a method that does not take effect at one moment (EACH): a
     future that is run, or cancelled, looks at who runs it later than at its
     state;
   - everywhere, as soon as the program asks for what is in between, such as the
     number of threads that are at work, or makes a phaser with a parent, of
     which arrivals are seen step by step: that is learnt (SETT_LEARNT_STEPS),
   and the search begins again;
   - everywhere with --discipline none, and beside C programs.

   The second and the fifth of these do not hold for what a pool does to threads
   that have nothing to do (TOGETHER): it takes the lock of each that is between
   two tasks, interrupts it, and leaves the lock.  All of that is a part of the
   operation.  While the lock is taken nobody but the thread itself wants it,
   and that waits for the end of it; so others cannot see it in between.  And
   the interrupt makes no difference to the pool: who gets it looks again at
   what it would have looked at anyhow, whether the pool is shut down and what
   is in the queue, which was changed before; and it is forgotten before the
   next task. So it does not matter either who of the others has nothing to do
   at which of these moments.  What is left is who was interrupted.  That can be
   seen by code of the program's that the thread runs outside of tasks (a thread
   factory or group, a queue, what a subclass of the pool overrides, a handler
   of exceptions), and by who asks about another thread.  If there is any of
   these it is learnt (SETT_LEARNT_IDLE), and the rule does not hold. */

#ifndef SETT_JAVA_AGENT_WHOLE_METHODS_H
#define SETT_JAVA_AGENT_WHOLE_METHODS_H

#include "java/agent/jvm_world.h"

/* What an event is that begins with the operation (and the guard) that the
   thread is about to do. */
sett_operation sett_whole_operation (sett_jthread *);
/* Is the operation a part of the event that the thread has just had? */
int sett_whole_goes_on (const sett_jthread *, sett_operation);
/* The thread has had an event. */
void sett_whole_begun (sett_jthread *);

/* Is it in such a method, and is it the JDK that runs? */
int sett_whole_is_inside (const sett_jthread *);

/* The thread is about to set a variable. */
void sett_whole_stores (sett_jthread *, uint32_t object);

void JNICALL sett_hook_whole (JNIEnv *, jclass, jint site);
void JNICALL sett_hook_whole_end (JNIEnv *, jclass, jint site);
void JNICALL sett_whole_apart (JNIEnv *, jclass);

#endif
