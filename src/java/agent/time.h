/* Time, random numbers and identity hashes: the same in every execution that
   goes the same way. */

#ifndef SETT_JAVA_AGENT_TIME_H
#define SETT_JAVA_AGENT_TIME_H

#include "java/agent/jvm_world.h"

jlong JNICALL sett_system_nanos (JNIEnv *, jclass);
jlong JNICALL sett_system_millis (JNIEnv *, jclass);
jlong JNICALL sett_system_adjustment (JNIEnv *, jclass, jlong seconds);
jlong JNICALL sett_random_seed (JNIEnv *, jclass);
jint JNICALL sett_random_secondary (JNIEnv *, jclass);
void JNICALL sett_random_local (JNIEnv *, jclass);
void JNICALL sett_random_bytes (JNIEnv *, jclass, jobject random, jbyteArray);
jobject JNICALL sett_random_generate (JNIEnv *, jclass, jobject random,
                                      jint count);
void JNICALL sett_random_seeded (JNIEnv *, jclass, jobject random);
jint JNICALL sett_identity_hash (JNIEnv *, jobject);
jint JNICALL sett_system_hash (JNIEnv *, jclass, jobject);

/* A thread has waited until then, in milliseconds as currentTimeMillis has
   them. */
void sett_time_reach (sett_jthread *, int64_t millis);

#endif
