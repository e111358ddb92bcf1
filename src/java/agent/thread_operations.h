/* Threads: starting, joining, sleeping, interrupting, parking. */

#ifndef SETT_JAVA_AGENT_THREAD_OPERATIONS_H
#define SETT_JAVA_AGENT_THREAD_OPERATIONS_H

#include "java/agent/jvm_world.h"

/* In place of the JDK's own. */
void JNICALL sett_thread_start (JNIEnv *, jobject);
void JNICALL sett_thread_join (JNIEnv *, jclass, jobject, jlong millis);
void JNICALL sett_thread_sleep (JNIEnv *, jclass, jlong millis);
jboolean JNICALL sett_thread_is_alive (JNIEnv *, jclass, jobject);
void JNICALL sett_thread_interrupt (JNIEnv *, jclass, jobject);
void JNICALL sett_thread_is_interrupted (JNIEnv *, jclass, jobject);
void JNICALL sett_thread_was_interrupted (JNIEnv *, jclass);
void JNICALL sett_unsafe_park (JNIEnv *, jobject, jboolean absolute,
                               jlong time);
void JNICALL sett_unsafe_unpark (JNIEnv *, jobject, jobject thread);
void JNICALL sett_uncaught (JNIEnv *, jclass, jobject group, jobject thread,
                            jthrowable);

/* An event of the virtual machine. */
void JNICALL sett_on_thread_start (jvmtiEnv *, JNIEnv *, jthread);

/* The first thread of a process, which is not started yet. */
void sett_thread_first (JNIEnv *, jobject, unsigned process);
/* Lets it go, and waits until all threads have ended; false: some have not. */
int sett_threads_run (JNIEnv *, const jobject *first);
void sett_threads_release (JNIEnv *);
/* A thread of the program begins, and waits for its turn. */
void sett_thread_begin (JNIEnv *, sett_jthread *);

/* Waits for the end of another one, whoever interrupts it.  False: the
   execution is over. */
int sett_thread_await (JNIEnv *, sett_jthread *, sett_jthread *other);
/* A thread that begins when the last one of the process ends. */
void sett_thread_start_last (JNIEnv *, sett_jthread *, jobject);
/* A thread that is not the program's own: known as that child of some thread,
   behind all others.  Null: the execution is over. */
sett_jthread *sett_thread_start_other (JNIEnv *, sett_jthread *, jobject,
                                       unsigned creator, unsigned ordinal,
                                       unsigned process);

#endif
