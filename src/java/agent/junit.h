/* One test method of JUnit 4 or 5 instead of main. */

#ifndef SETT_JAVA_AGENT_JUNIT_H
#define SETT_JAVA_AGENT_JUNIT_H

#include <jni.h>

/* Looks which methods of the class, and of those above it, come before and
   after this one.  False, with a sentence on standard error, if it is no test.
 */
int sett_junit_open (JNIEnv *, jclass, const char *class_name,
                     const char *method);

/* Runs it, in an object of its own.  What it throws is pending afterwards. */
void sett_junit_run (JNIEnv *, jclass);

#endif
