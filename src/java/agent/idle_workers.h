/* Who can see whether a thread of a pool was interrupted while it had nothing
   to do?  Code of the program's that such a thread runs outside of its tasks,
   or that asks about another thread (whole_methods.h).  If there is any, that
   is learnt. */

#ifndef SETT_JAVA_AGENT_IDLE_WORKERS_H
#define SETT_JAVA_AGENT_IDLE_WORKERS_H

#include "java/agent/jvm_world.h"

/* A pool is about to have another thread; the program handles exceptions that
   end threads; a thread asks whether another one is interrupted. */
void JNICALL sett_idle_worker (JNIEnv *, jclass, jobject pool);
void JNICALL sett_idle_handler (JNIEnv *, jclass);
void sett_idle_asked (JNIEnv *, const sett_jthread *);

#endif
