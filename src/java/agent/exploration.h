/* The loop of plans and executions. */

#ifndef SETT_JAVA_AGENT_EXPLORATION_H
#define SETT_JAVA_AGENT_EXPLORATION_H

#include "java/agent/jvm_world.h"

/* Does what the orders say, and ends the process. */
__attribute__ ((noreturn)) void sett_explore (JNIEnv *);

#endif
