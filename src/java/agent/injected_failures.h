/* Failures on request (--faults): what is for C programs in
   runtime/sched/inject.h, crash_budget.h and runtime/process/crash.h, for Java
   systems, with the same words and meanings.

   Where something may fail, the thread chooses in an event of its own whether
   it does, as long as there is one left, and takes it in another event.

   Which processes may crash is chosen first of all, by the first thread of the
   first process, before others can begin.  A process crashes before its first
   operation or after one that others can notice: the thread that has done that
   decides before its next operation. */

#ifndef SETT_JAVA_AGENT_INJECTED_FAILURES_H
#define SETT_JAVA_AGENT_INJECTED_FAILURES_H

#include "java/agent/jvm_world.h"

/* A new execution; the first threads are made. */
void sett_inject_begin (void);

/* The first thread of all has its turn, for the first time: it chooses who may
   crash.  False: the execution is over. */
int sett_crash_budget_choose (JNIEnv *, sett_jthread *);

/* 0: nothing fails; else in which of so many ways, 1 ... ways; below 0: the
   execution is over, and an exception pending. */
int sett_inject_choose (JNIEnv *, sett_jthread *, sett_failure, unsigned ways,
                        uintptr_t place);

/* The present event does something that other processes can notice. */
void sett_crash_expose (void);

/* Before the thread's operation: true if its process has crashed, and the
   execution is over by now. */
int sett_crash_try (JNIEnv *, sett_jthread *, sett_operation, uintptr_t place);

#endif
