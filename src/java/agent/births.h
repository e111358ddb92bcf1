/* Objects that are made, classes that are initialised, and what is muted. */

#ifndef SETT_JAVA_AGENT_BIRTHS_H
#define SETT_JAVA_AGENT_BIRTHS_H

#include "java/agent/jvm_world.h"

/* In an initialiser of a class, with what that has made: nobody else knows. */
int sett_is_unpublished (const sett_jthread *, const sett_thing *);

/* The thread is about to do something that others can see.  If a class
   initialiser does so, when that runs would have to be varied. */
void sett_note_initialiser (const sett_jthread *, int site);

/* The same for plain memory of an object. */
void sett_note_use (sett_jthread *, sett_thing *, int site);
/* The thread uses a class of the program's. */
void sett_class_used (sett_jthread *, uint32_t class_name);

void JNICALL sett_hook_born (JNIEnv *, jclass, jobject, jint site);
void JNICALL sett_hook_inner (JNIEnv *, jclass, jobject whole, jobject part,
                              jint site);
void JNICALL sett_hook_begin (JNIEnv *, jclass, jint site);
void JNICALL sett_hook_end (JNIEnv *, jclass, jint site);
void JNICALL sett_hook_mute (JNIEnv *, jclass, jint site);

#endif
