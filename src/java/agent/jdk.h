/* Classes and methods of the JDK that the agent calls. */

#ifndef SETT_JAVA_AGENT_JDK_H
#define SETT_JAVA_AGENT_JDK_H

#include "java/agent/jvm_world.h"

typedef struct sett_jdk {
  jclass class_class, thread_class, thread_death, loader_class, string_class;
  jmethodID for_name, loader_load, set_assertions, set_context;
  jobject unsafe;
  jmethodID field_offset, static_offset;
  jfieldID thread_interrupted, thread_itself, thread_daemon, thread_seed,
      thread_probe;
  jfieldID thread_locals, thread_inherited;
  jmethodID thread_name, default_handler;
  jclass system_class;
  jthrowable death; /* what unwinds executions */
  /* What was there before the agent's own. */
  void (JNICALL *real_wait) (JNIEnv *, jobject, jlong);
  void (JNICALL *real_notify) (JNIEnv *, jobject);
  void (JNICALL *real_notify_all) (JNIEnv *, jobject);
  void (JNICALL *real_start) (JNIEnv *, jobject);
  void (JNICALL *real_sleep) (JNIEnv *, jclass, jlong);
  void (JNICALL *real_yield) (JNIEnv *, jclass);
  jint (JNICALL *real_hash) (JNIEnv *, jobject);
  jlong (JNICALL *real_nanos) (JNIEnv *, jclass);
  jlong (JNICALL *real_millis) (JNIEnv *, jclass);
  jlong (JNICALL *real_adjustment) (JNIEnv *, jclass, jlong);
  void (JNICALL *real_park) (JNIEnv *, jobject, jboolean, jlong);
  void (JNICALL *real_unpark) (JNIEnv *, jobject, jobject);
  void (JNICALL *real_write) (JNIEnv *, jobject, jbyteArray, jint, jint,
                              jboolean);
} sett_jdk;

extern sett_jdk jdk;

/* A class of the JDK by its name, or a member of one: found once.  Null if
   there is none; no exception is pending then. */
jclass sett_jclass (JNIEnv *, const char *name);
jfieldID sett_jfield (JNIEnv *, const char *class_name, const char *name,
                      const char *type, int is_static);
jmethodID sett_jmethod (JNIEnv *, const char *class_name, const char *name,
                        const char *type, int is_static);

/* Finds them; false, with a sentence on standard error, if one is missing. */
int sett_jdk_find (JNIEnv *);

#endif
