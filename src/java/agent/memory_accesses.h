/* Hooks at accesses to memory. */

#ifndef SETT_JAVA_AGENT_MEMORY_ACCESSES_H
#define SETT_JAVA_AGENT_MEMORY_ACCESSES_H

#include "java/agent/jvm_world.h"

void JNICALL sett_hook_getfield (JNIEnv *, jclass, jobject, jint site);
void JNICALL sett_hook_putfield (JNIEnv *, jclass, jobject, jint site);
void JNICALL sett_hook_getstatic (JNIEnv *, jclass, jint site);
void JNICALL sett_hook_putstatic (JNIEnv *, jclass, jint site);
void JNICALL sett_hook_load (JNIEnv *, jclass, jobject, jint index, jint site);
void JNICALL sett_hook_store (JNIEnv *, jclass, jobject, jint index, jint site);
void JNICALL sett_hook_copy (JNIEnv *, jclass, jobject from, jint at,
                             jobject to, jint to_at, jint count, jint site);
void JNICALL sett_hook_range (JNIEnv *, jclass, jobject, jint from, jint to,
                              jint site);
void JNICALL sett_hook_copied (JNIEnv *, jclass, jobject, jint site);
void JNICALL sett_hook_unsafe (JNIEnv *, jclass, jobject, jlong offset,
                               jint site);
void JNICALL sett_hook_handle (JNIEnv *, jclass, jobject handle, jobject,
                               jint index, jint site);
void JNICALL sett_hook_result (JNIEnv *, jclass, jboolean, jint site);

/* A plain access to a part of a thing. */
typedef struct sett_access {
  sett_thing *thing;
  int64_t offset;
  int writes;
  int place;         /* number of the site */
  uintptr_t address; /* where it is, if that says too little; else 0 */
  jobject object;    /* that it is a part of; null: of a class */
} sett_access;
void sett_access_plain (JNIEnv *, sett_jthread *, const sett_access *);

/* A compare-and-set of the thread is over, and has stored or not. */
void sett_access_settle (sett_jthread *, int done);

#endif
