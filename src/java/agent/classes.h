/* Which classes are rewritten, and what their code calls. */

#ifndef SETT_JAVA_AGENT_CLASSES_H
#define SETT_JAVA_AGENT_CLASSES_H

#include "java/agent/jvm_world.h"

/* Defines the class of hooks and its natives, and rewrites what was loaded
   before.  False, with a sentence on standard error, if that fails.
   `group_of` says which class path a loader has: classes of the same contents
   are the same there. */
typedef unsigned sett_group_of_loader (JNIEnv *, jobject loader);
int sett_classes_open (JNIEnv *, sett_group_of_loader *group_of);

/* The bytes of a class of the program, rewritten: they stay.  The classes of
   its lambdas go elsewhere, the first time.  The next class of that name that
   this thread defines comes so; null: none does. */
typedef void sett_class_taker (void *context, const char *name,
                               const uint8_t *bytes, size_t count);
const uint8_t *sett_class_bytes (const char *name, const uint8_t *, size_t *,
                                 unsigned group, sett_class_taker *,
                                 void *context);
void sett_class_expect (const char *name);

/* Is it a class of the JDK whose monitors are watched? */
int sett_class_has_monitors (const char *name);

void JNICALL sett_on_class (jvmtiEnv *, JNIEnv *, jclass old, jobject loader,
                            const char *name, jobject domain, jint count,
                            const unsigned char *bytes, jint *new_count,
                            unsigned char **new_bytes);

#endif
