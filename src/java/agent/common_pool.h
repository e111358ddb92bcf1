/* The JDK's common ForkJoinPool. */

#ifndef SETT_JAVA_AGENT_COMMON_POOL_H
#define SETT_JAVA_AGENT_COMMON_POOL_H

#include "java/agent/jvm_world.h"

/* Before an execution: nothing is left of those before it. */
void sett_common_pool_renew (JNIEnv *);
/* The turn goes from one process to another, which has its own. */
void sett_common_pool_switch (JNIEnv *, unsigned from, unsigned to);
int sett_common_pool_is (JNIEnv *, jobject);

#endif
