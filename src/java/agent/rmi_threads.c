/* Threads of RMI's own: see rmi.h.  What always holds: such a thread belongs to
   the process that it was started in, whoever has started it. */

#include "java/agent/rmi_model.h"

#include "base/assert.h"
#include "java/agent/jdk.h"
#include "java/agent/statics.h"
#include "java/agent/thread_operations.h"
#include "java/classfile/rewrite.h"

#include <stdlib.h>

static struct {
  jclass class;
  jmethodID make;
  jobject group;
} java;

static void JNICALL run (JNIEnv *env, jobject thread) {
  (void)thread;
  sett_jthread *t = sett_jself_any ();
  if (t && !world.over)
    t->body (env, t);
}

int sett_rmi_open (JNIEnv *env) {
  static const char *const methods[] = {"run", "()V", NULL};
  static const char type[] = "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V";
  const sett_native_class class = {.name = "java/lang/SettRemote",
                                   .super = "java/lang/Thread",
                                   .methods = methods,
                                   .are_hidden = 1,
                                   .constructor = type};
  const JNINativeMethod native = {(char *)methods[0], (char *)methods[1],
                                  (void *)run};
  size_t size;
  uint8_t *bytes = sett_class_synthesize (&class, &size);
  jclass made =
      (*env)->DefineClass (env, class.name, NULL, (jbyte *)bytes, (jsize)size);
  free (bytes);
  jmethodID method = sett_jmethod (env, "java/lang/Thread", "getThreadGroup",
                                   "()Ljava/lang/ThreadGroup;", 0);
  jthread self = NULL;
  if (!made || !method || (*env)->RegisterNatives (env, made, &native, 1) ||
      (*world.jvmti)->GetCurrentThread (world.jvmti, &self))
    return 0;
  java.class = (*env)->NewGlobalRef (env, made);
  java.make = (*env)->GetMethodID (env, made, "<init>", type);
  java.group =
      (*env)->NewGlobalRef (env, (*env)->CallObjectMethod (env, self, method));
  return java.make && java.group;
}

/* Nothing of whoever starts it goes there. */
static jobject make_thread (JNIEnv *env, sett_jthread *t, const char *name) {
  t->muted++;
  jobject made = (*env)->NewObject (env, java.class, java.make, java.group,
                                    (*env)->NewStringUTF (env, name));
  t->muted--;
  if (!made)
    sett_jgive_up ("a thread of RMI cannot be made");
  (*env)->SetObjectField (
      env, made,
      sett_jfield (env, "java/lang/Thread", "inheritableThreadLocals",
                   "Ljava/lang/ThreadLocal$ThreadLocalMap;", 0),
      NULL);
  return made;
}

sett_jthread *sett_rmi_start (JNIEnv *env, sett_jthread *t, unsigned process,
                              unsigned creator, unsigned ordinal,
                              const char *name, sett_rmi_body *body) {
  const unsigned own = t->process;
  sett_statics_switch (env, process);
  jobject object = make_thread (env, t, name);
  (*env)->SetBooleanField (env, object, jdk.thread_daemon, creator != process);
  sett_jthread *made =
      sett_thread_start_other (env, t, object, creator, ordinal, process);
  sett_statics_switch (env, own);
  if (made)
    made->body = body;
  return made;
}
