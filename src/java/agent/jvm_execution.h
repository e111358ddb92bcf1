/* One execution of the program, from its beginning. */

#ifndef SETT_JAVA_AGENT_JVM_EXECUTION_H
#define SETT_JAVA_AGENT_JVM_EXECUTION_H

#include "java/agent/job.h"
#include "java/agent/jvm_world.h"

/* Finds the main class.  False, with a sentence on standard error, if there is
   none. */
int sett_execution_open (JNIEnv *, const sett_jjob *);

/* Runs it by the plan: the log is world.log-> */
const sett_log *sett_execution_run (JNIEnv *, const sett_plan *);

/* Processes with the same class path have the same number: classes of the same
   contents are the same there. */
unsigned sett_execution_group (JNIEnv *, jobject loader);

#endif
