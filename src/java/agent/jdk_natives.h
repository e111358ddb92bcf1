/* Natives of the JDK in whose place the agent puts its own: of objects, time,
   threads and streams at once, of channels and processes when they are bound.
 */

#ifndef SETT_JAVA_AGENT_JDK_NATIVES_H
#define SETT_JAVA_AGENT_JDK_NATIVES_H

#include "java/agent/jvm_world.h"

/* False: this virtual machine refuses it. */
int sett_natives_replace (JNIEnv *);

/* An event of the virtual machine. */
void JNICALL sett_on_bind (jvmtiEnv *, JNIEnv *, jthread, jmethodID,
                           void *address, void **other);

#endif
