/* Crashes on request (--faults crash=N): what is for C programs in
   runtime/sched/crash_budget.h and runtime/process/crash.h, for Java systems.

   Which processes may crash is chosen first of all, by the first thread of the
   first process, before others can begin.  A process crashes before its first
   operation or after one that others can notice: the thread that has done that
   decides before its next operation. */

#ifndef SETT_JAVA_AGENT_JVM_CRASH_H
#define SETT_JAVA_AGENT_JVM_CRASH_H

#include "java/agent/jvm_world.h"

/* A new execution; the first threads are made. */
void sett_crash_begin (void);

/* The first thread of all has its turn, for the first time: it chooses who may
   crash.  False: the execution is over. */
int sett_crash_budget_choose (JNIEnv *, sett_jthread *);

/* Before the thread's operation: true if its process has crashed, and the
   execution is over by now. */
int sett_crash_try (JNIEnv *, sett_jthread *, sett_operation, uintptr_t place);

#endif
