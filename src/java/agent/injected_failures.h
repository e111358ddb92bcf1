/* Failures on request (--faults), but for crashes (jvm_crash.h): what is for C
   programs in runtime/sched/inject.h, for Java systems, with the same words and
   meanings.

   Where something may fail, the thread chooses in an event of its own whether
   it does, as long as there is one left, and takes it in another event. */

#ifndef SETT_JAVA_AGENT_INJECTED_FAILURES_H
#define SETT_JAVA_AGENT_INJECTED_FAILURES_H

#include "java/agent/jvm_world.h"

/* A new execution. */
void sett_inject_begin (void);

/* 0: nothing fails; else in which of so many ways, 1 ... ways; below 0: the
   execution is over, and an exception pending. */
int sett_inject_choose (JNIEnv *, sett_jthread *, sett_failure, unsigned ways,
                        uintptr_t place);

/* The present event does something that other processes can notice: a crash
   before and after it are different. */
static inline void sett_crash_expose (void) {
  world.threads[world.current].settled = 0;
}

#endif
