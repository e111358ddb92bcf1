/* What a program can say to its checker: classes sett.Sett and
   gov.nasa.jpf.vm.Verify. */

#ifndef SETT_JAVA_AGENT_SETT_API_H
#define SETT_JAVA_AGENT_SETT_API_H

#include "java/agent/jvm_world.h"

jboolean JNICALL sett_api_is_checking (JNIEnv *, jclass);
jint JNICALL sett_api_choose (JNIEnv *, jclass, jint count);
jint JNICALL sett_api_between (JNIEnv *, jclass, jint min, jint max);
jint JNICALL sett_api_up_to (JNIEnv *, jclass, jint max);
jboolean JNICALL sett_api_either (JNIEnv *, jclass);
void JNICALL sett_api_assert (JNIEnv *, jclass, jboolean holds);
void JNICALL sett_api_assert_text (JNIEnv *, jclass, jboolean holds,
                                   jstring text);
void JNICALL sett_api_assume (JNIEnv *, jclass, jboolean holds);
void JNICALL sett_api_ignore (JNIEnv *, jclass, jboolean holds);
void JNICALL sett_api_begin (JNIEnv *, jclass);
void JNICALL sett_api_end (JNIEnv *, jclass);
void JNICALL sett_api_unshared (JNIEnv *, jclass, jobject);
void JNICALL sett_api_label (JNIEnv *, jclass, jstring name);

#endif
