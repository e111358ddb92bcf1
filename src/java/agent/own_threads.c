/* Classes of threads that run a function of the agent: see own_threads.h. */

#include "java/agent/own_threads.h"

#include "java/agent/jdk.h"
#include "java/classfile/rewrite.h"

#include <stdlib.h>

int sett_own_threads_open (JNIEnv *env, const char *class_name,
                           void (JNICALL *run) (JNIEnv *, jobject),
                           sett_own_threads *own) {
  static const char *const methods[] = {"run", "()V", NULL};
  static const char type[] = "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V";
  const sett_native_class class = {.name = class_name,
                                   .super = "java/lang/Thread",
                                   .methods = methods,
                                   .are_hidden = 1,
                                   .constructor = type};
  const JNINativeMethod native = {(char *)methods[0], (char *)methods[1],
                                  (void *)run};
  size_t size;
  uint8_t *bytes = sett_class_synthesize (&class, &size);
  jclass made =
      (*env)->DefineClass (env, class_name, NULL, (jbyte *)bytes, (jsize)size);
  free (bytes);
  jmethodID method = sett_jmethod (env, "java/lang/Thread", "getThreadGroup",
                                   "()Ljava/lang/ThreadGroup;", 0);
  jthread self = NULL;
  if (!made || !method || (*env)->RegisterNatives (env, made, &native, 1) ||
      (*world.jvmti)->GetCurrentThread (world.jvmti, &self))
    return 0;
  own->class = (*env)->NewGlobalRef (env, made);
  own->make = (*env)->GetMethodID (env, made, "<init>", type);
  own->group =
      (*env)->NewGlobalRef (env, (*env)->CallObjectMethod (env, self, method));
  return own->make && own->group;
}

jobject sett_own_thread_make (JNIEnv *env, sett_jthread *t,
                              const sett_own_threads *own, const char *name) {
  t->muted++;
  jobject made = (*env)->NewObject (env, own->class, own->make, own->group,
                                    (*env)->NewStringUTF (env, name));
  t->muted--;
  if (!made)
    sett_jgive_up ("a thread '%s' cannot be made", name);
  return made;
}
