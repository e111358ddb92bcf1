/* What is not controlled bounds the verdict. */

#ifndef SETT_JAVA_AGENT_UNCONTROLLED_H
#define SETT_JAVA_AGENT_UNCONTROLLED_H

#include "java/agent/jvm_world.h"

/* At the beginning of a method of uncontrolled.def. */
void JNICALL sett_hook_note (JNIEnv *, jclass, jint site);
/* Thread.getState. */
void JNICALL sett_uncontrolled_state (JNIEnv *, jclass, jobject thread);
/* The program asks for what others are in the middle of (whole_methods.h). */
void JNICALL sett_uncontrolled_steps (JNIEnv *, jclass);

/* A class of this name is loaded. */
void sett_uncontrolled_load (const char *name);

#endif
