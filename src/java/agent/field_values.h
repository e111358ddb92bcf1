/* Values of fields and elements, in the words of the language: for
   counterexamples of races (jvm_narrator.h). */

#ifndef SETT_JAVA_AGENT_FIELD_VALUES_H
#define SETT_JAVA_AGENT_FIELD_VALUES_H

#include "java/agent/memory_accesses.h"

/* What is there before the access: "7", "'a'", "true", "null", "Account@2",
   "\"abc\"".  False: it has no value that can be told (the contents of a
   collection, what a VarHandle leads to). */
int sett_jvalue (JNIEnv *, const sett_access *, char *text, size_t room);

/* The type of an array's elements, by its letter; 0: it is none. */
char sett_type_of_elements (JNIEnv *, jobject array);

#endif
