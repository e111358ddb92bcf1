/* The JDK's common ForkJoinPool. */

#ifndef SETT_JAVA_AGENT_COMMON_POOL_H
#define SETT_JAVA_AGENT_COMMON_POOL_H

#include "java/agent/world.h"

/* Before an execution: nothing is left of those before it. */
void sett_common_pool_renew (JNIEnv *);

#endif
