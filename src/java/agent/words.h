/* What a program can say to its checker: classes sett.Sett and
   gov.nasa.jpf.vm.Verify. */

#ifndef SETT_JAVA_AGENT_WORDS_H
#define SETT_JAVA_AGENT_WORDS_H

#include "java/agent/world.h"

jboolean JNICALL sett_word_is_checking (JNIEnv *, jclass);
jint JNICALL sett_word_choose (JNIEnv *, jclass, jint count);
jint JNICALL sett_word_between (JNIEnv *, jclass, jint min, jint max);
jint JNICALL sett_word_up_to (JNIEnv *, jclass, jint max);
jboolean JNICALL sett_word_either (JNIEnv *, jclass);
void JNICALL sett_word_assert (JNIEnv *, jclass, jboolean holds);
void JNICALL sett_word_assert_text (JNIEnv *, jclass, jboolean holds,
                                    jstring text);
void JNICALL sett_word_assume (JNIEnv *, jclass, jboolean holds);
void JNICALL sett_word_ignore (JNIEnv *, jclass, jboolean holds);
void JNICALL sett_word_begin (JNIEnv *, jclass);
void JNICALL sett_word_end (JNIEnv *, jclass);
void JNICALL sett_word_unshared (JNIEnv *, jclass, jobject);
void JNICALL sett_word_label (JNIEnv *, jclass, jstring name);

#endif
