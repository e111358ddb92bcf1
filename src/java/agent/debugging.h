/* A debugger for the execution of a trace. */

#ifndef SETT_JAVA_AGENT_DEBUGGING_H
#define SETT_JAVA_AGENT_DEBUGGING_H

#include "java/agent/jvm_world.h"

/* Waits for one to attach.  False: the virtual machine has none to offer. */
int sett_debugging_start (JNIEnv *);
/* The execution is over: the debugger may look, and then all ends. */
__attribute__ ((noreturn)) void sett_debugging_end (JNIEnv *);

#endif
