/* The read lock of a ReentrantReadWriteLock.  Its write lock, and that one's
   conditions, are like those of ReentrantLock (reentrant_locks.h). */

#ifndef SETT_JAVA_AGENT_READ_LOCKS_H
#define SETT_JAVA_AGENT_READ_LOCKS_H

#include "java/agent/jvm_world.h"

/* Before the JDK's own code, which is muted then. */
void JNICALL sett_read_lock (JNIEnv *, jclass, jobject lock);
void JNICALL sett_read_interruptibly (JNIEnv *, jclass, jobject lock);
void JNICALL sett_read_try (JNIEnv *, jclass, jobject lock);
void JNICALL sett_read_unlock (JNIEnv *, jclass, jobject lock);

/* Instead of it. */
jboolean JNICALL sett_read_try_for (JNIEnv *, jclass, jobject lock, jlong time,
                                    jobject unit);

#endif
