/* The user's files and other processes, which a checked Java program must not
   change: a filter of the kernel's for system calls (seccomp) in the whole
   virtual machine, native libraries and all that it starts included. */

#ifndef SETT_JAVA_AGENT_SANDBOX_H
#define SETT_JAVA_AGENT_SANDBOX_H

#include "java/agent/jvm_world.h"

/* Reads what may be changed (--real), from the file of the shared memory. */
int sett_sandbox_read (int file, unsigned worker);

/* From now on; false, with a sentence on standard error, if it cannot be. */
int sett_sandbox_close (void);

/* In place of what starts a process. */
jint JNICALL sett_sandbox_spawn (JNIEnv *, jobject process);

#endif
