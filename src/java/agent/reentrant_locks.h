/* ReentrantLock, the write lock of a ReentrantReadWriteLock, and their
   conditions. */

#ifndef SETT_JAVA_AGENT_REENTRANT_LOCKS_H
#define SETT_JAVA_AGENT_REENTRANT_LOCKS_H

#include "java/agent/jvm_world.h"

/* The hook of a method whose body follows: the thread, if what it does counts;
   else null, and the body is muted, or an exception pending. */
sett_jthread *sett_around (JNIEnv *);

/* The lock that it is: that of a ReentrantReadWriteLock is one with two ends.
 */
sett_thing *sett_lock_of (JNIEnv *, jobject lock);

/* The time of a wait is out. */
void sett_lock_time_out (JNIEnv *, sett_jthread *, jlong time, jobject unit);
int64_t sett_lock_nanos (JNIEnv *, jobject unit, jlong time);
/* What the JDK's own code says, muted: a method without arguments. */
jboolean sett_lock_call_quietly (JNIEnv *, jobject, const char *method);

/* Before the JDK's own code, which is muted then. */
void JNICALL sett_lock_lock (JNIEnv *, jclass, jobject lock);
void JNICALL sett_lock_interruptibly (JNIEnv *, jclass, jobject lock);
void JNICALL sett_lock_try (JNIEnv *, jclass, jobject lock);
void JNICALL sett_lock_unlock (JNIEnv *, jclass, jobject lock);
/* It is asked whether somebody has it. */
void JNICALL sett_lock_ask (JNIEnv *, jclass, jobject lock);

/* Instead of it. */
jboolean JNICALL sett_lock_try_for (JNIEnv *, jclass, jobject lock, jlong time,
                                    jobject unit);
void JNICALL sett_condition_await (JNIEnv *, jclass, jobject condition);
void JNICALL sett_condition_await_always (JNIEnv *, jclass, jobject condition);
jlong JNICALL sett_condition_await_nanos (JNIEnv *, jclass, jobject condition,
                                          jlong nanos);
jboolean JNICALL sett_condition_await_for (JNIEnv *, jclass, jobject condition,
                                           jlong time, jobject unit);
jboolean JNICALL sett_condition_await_until (JNIEnv *, jclass,
                                             jobject condition, jobject date);
void JNICALL sett_condition_signal (JNIEnv *, jclass, jobject condition);
void JNICALL sett_condition_signal_all (JNIEnv *, jclass, jobject condition);

#endif
