/* Rounds of a loop of the program that were in vain.

   This is runtime/sched/vain.h for Java, with what is needed of it there.  A
   thread that comes back to the head of a loop by a jump of that loop, in the
   same frame and with the same local variables, and has changed nothing in
   between, has gone round in vain.  What it has done are looks: volatile and
   plain reads, compare-and-sets that failed, yield, sleep; and it may have
   entered monitors and left them.  dpor lets nobody go on after that: whatever
   the thread finds when it looks later is explored where it looks later in the
   first place (lemmas 1 and 2 of vain.h).  Of what (c) and (d) ask there only
   monitors are left: at both ends of the round they are not the thread's, in
   between nobody else can use them, and nobody can ask whether one is taken;
   who leaves one adds to what it orders.

   That the state of the thread is the same:

   - The frame of the loop: all local variables that can be read at its head are
     told (classfile/loops.c), objects by identity, and its stack is empty
     there.  Other frames below it do not change while the loop is not left; who
     leaves it and comes back enters it, which is seen; who calls the method
     again from inside the loop is in a deeper frame.
   - Objects: all writes of the program's code are seen (memory_accesses.c), and
     all visible operations.  Of the JDK's methods only those are called that
   change nothing else: a loop that calls others has no head, and a method of
   the program that does says so when it begins (strange).
   - Which monitors it has.
   - Its clock goes on; of a clock one value of many is tried anyway.

   At the end, when nobody can go on: nobody has used anything since in a way
   that conflicts with what the thread has done in its last round, and then it
   goes round for ever (livelock); or somebody has, and the execution is over as
   if everybody slept (SETT_IN_VAIN).

   Walks by chance, and whoever runs a schedule again, let a thread go on when
   nobody else can, if something has changed for it.  Searches that do not know
   of giving up (plan->gives_up) let it go on at once.  In all of them going on
   is an event (yield), so that schedules mean the same. */

#ifndef SETT_JAVA_AGENT_ROUNDS_H
#define SETT_JAVA_AGENT_ROUNDS_H

#include "java/agent/jvm_world.h"

void JNICALL sett_hook_local_int (JNIEnv *, jclass, jint);
void JNICALL sett_hook_local_long (JNIEnv *, jclass, jlong);
void JNICALL sett_hook_local_float (JNIEnv *, jclass, jfloat);
void JNICALL sett_hook_local_double (JNIEnv *, jclass, jdouble);
void JNICALL sett_hook_local_object (JNIEnv *, jclass, jobject);
void JNICALL sett_hook_round (JNIEnv *, jclass, jint site);
void JNICALL sett_hook_back (JNIEnv *, jclass, jint site);
void JNICALL sett_hook_left (JNIEnv *, jclass, jint site);
void JNICALL sett_hook_strange (JNIEnv *, jclass, jint site);

/* The thread changes something. */
static inline void sett_round_end (sett_jthread *t) {
  t->round.is_open = 0;
}

/* It is about to do that: some operations only look. */
void sett_round_meet (sett_jthread *, sett_operation);

/* Nobody can go on: those who have gone round in vain and for whom something
   has changed, if they may go on; or the execution is over. */
sett_thread_set sett_rounds_standstill (void);

/* Has it gone round in vain, and stands there? */
int sett_round_is_in_vain (const sett_jthread *);

#endif
