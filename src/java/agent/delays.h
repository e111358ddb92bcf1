/* CompletableFuture with a delay (orTimeout, completeOnTimeout,
   delayedExecutor): the JDK has one ScheduledThreadPoolExecutor for all of it,
   with one daemon thread, that would outlive an execution.  Here each process
   has such a pool in each execution, made by its first thread before main, so
   that what it is made of has the same names whoever uses it first.  Since few
   programs need one, that somebody does is learnt (SETT_LEARNT_DELAYS), and the
   search begins again. */

#ifndef SETT_JAVA_AGENT_DELAYS_H
#define SETT_JAVA_AGENT_DELAYS_H

#include "java/agent/jvm_world.h"

/* The first thread of a process is about to run main. */
void sett_delays_begin (JNIEnv *);
/* An execution is over. */
void sett_delays_end (JNIEnv *);

jobject JNICALL sett_delays_delay (JNIEnv *, jclass, jobject task, jlong time,
                                   jobject unit);

#endif
