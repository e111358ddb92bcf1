/* Threads end: by themselves, or with their process. */

#ifndef SETT_JAVA_AGENT_THREAD_ENDS_H
#define SETT_JAVA_AGENT_THREAD_ENDS_H

#include "java/agent/jvm_world.h"

/* Before the JDK's own. */
void JNICALL sett_runtime_exit (JNIEnv *, jclass, jobject runtime, jint status);
void JNICALL sett_runtime_halt (JNIEnv *, jclass, jobject runtime, jint status);

/* An event of the virtual machine. */
void JNICALL sett_on_thread_end (jvmtiEnv *, JNIEnv *, jthread);

/* The present thread has ended; false: it is none of the program. */
int sett_thread_end (JNIEnv *);

#endif
