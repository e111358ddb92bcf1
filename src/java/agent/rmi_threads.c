/* Threads of RMI's own: see rmi.h.  What always holds: such a thread belongs to
   the process that it was started in, whoever has started it. */

#include "java/agent/rmi_model.h"

#include "java/agent/jdk.h"
#include "java/agent/own_threads.h"
#include "java/agent/statics.h"
#include "java/agent/thread_operations.h"

static sett_own_threads own;

static void JNICALL run (JNIEnv *env, jobject thread) {
  (void)thread;
  sett_jthread *t = sett_jself_any ();
  if (t && !world.over)
    t->body (env, t);
}

int sett_rmi_open (JNIEnv *env) {
  return sett_own_threads_open (env, "java/lang/SettRemote", run, &own);
}

/* Nothing of whoever starts it goes there. */
static jobject make_thread (JNIEnv *env, sett_jthread *t, const char *name) {
  jobject made = sett_own_thread_make (env, t, &own, name);
  (*env)->SetObjectField (
      env, made,
      sett_jfield (env, "java/lang/Thread", "inheritableThreadLocals",
                   "Ljava/lang/ThreadLocal$ThreadLocalMap;", 0),
      NULL);
  return made;
}

sett_jthread *sett_rmi_start (JNIEnv *env, sett_jthread *t, unsigned process,
                              unsigned creator, unsigned ordinal,
                              const char *name, int daemon,
                              sett_rmi_body *body) {
  const unsigned caller = t->process;
  sett_statics_switch (env, process);
  jobject object = make_thread (env, t, name);
  (*env)->SetBooleanField (env, object, jdk.thread_daemon, daemon != 0);
  sett_jthread *made =
      sett_thread_start_other (env, t, object, creator, ordinal, process);
  sett_statics_switch (env, caller);
  if (made)
    made->body = body;
  return made;
}
