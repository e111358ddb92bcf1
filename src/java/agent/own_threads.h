/* Threads of the virtual machine that run a function of the agent, as a part of
   the program: a class of them. */

#ifndef SETT_JAVA_AGENT_OWN_THREADS_H
#define SETT_JAVA_AGENT_OWN_THREADS_H

#include "java/agent/jvm_world.h"

typedef struct sett_own_threads {
  jclass class;
  jmethodID make;
  jobject group;
} sett_own_threads;

/* Defines the class; false: this virtual machine refuses it. */
int sett_own_threads_open (JNIEnv *, const char *class_name,
                           void (JNICALL *run) (JNIEnv *, jobject),
                           sett_own_threads *);

/* One of them, which is not started yet, made by the thread `t`. */
jobject sett_own_thread_make (JNIEnv *, sett_jthread *t,
                              const sett_own_threads *, const char *name);

#endif
