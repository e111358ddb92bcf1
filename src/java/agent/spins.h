/* Loops of the JDK in which a thread waits busily, for another one that is
   about to do something.  Where it only saves time, before it parks, there is
   no such loop any more; where it is all there is (Thread.yield, onSpinWait,
   the first node of a queue of AbstractQueuedSynchronizer), the thread waits
   until something has changed that it has looked at since the last time round.
   It would find the same otherwise, and come back to where it is. */

#ifndef SETT_JAVA_AGENT_SPINS_H
#define SETT_JAVA_AGENT_SPINS_H

#include "java/agent/jvm_world.h"

/* Before the first execution. */
void sett_spins_open (JNIEnv *);

/* The thread has read memory that synchronises; somebody has changed it, as
   part of the present event. */
void sett_spins_look (sett_jthread *, sett_thing *, int64_t offset, int site);
void sett_spins_change (const sett_thing *, int64_t offset);

/* The thread is about to read memory there.  In an Exchanger, one who finds its
   slot empty knows that another one is about to give it its match, and looks
   again and again: it waits for that.  False: the execution is over. */
int sett_spins_meet (JNIEnv *, sett_jthread *, int site);

/* A compare-and-set of the thread has failed there. */
void sett_spins_fail (JNIEnv *, sett_jthread *, int site);

void JNICALL sett_thread_yield (JNIEnv *, jclass);
void JNICALL sett_thread_spin (JNIEnv *, jclass); /* onSpinWait */

#endif
