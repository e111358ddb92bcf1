/* Objects of the JDK that are watched as a whole. */

#ifndef SETT_JAVA_AGENT_CONTENTS_H
#define SETT_JAVA_AGENT_CONTENTS_H

#include "java/agent/jvm_world.h"

void JNICALL sett_hook_contents (JNIEnv *, jclass, jobject, jint site);

#endif
