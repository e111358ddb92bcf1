/* Delays: see delays.h.  What always holds: there are no pools between
   executions. */

#include "java/agent/delays.h"

#include "base/assert.h"
#include "java/agent/jdk.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"

#define POOL "java/util/concurrent/ScheduledThreadPoolExecutor"
#define FACTORY                                                                \
  "java/util/concurrent/CompletableFuture$Delayer$DaemonThreadFactory"

static jobject pools[SETT_SYSTEM_PROCESSES];

/* As the JDK makes it. */
static jobject make_pool (JNIEnv *env) {
  jclass pool = sett_jclass (env, POOL), factory = sett_jclass (env, FACTORY);
  jmethodID make_factory = sett_jmethod (env, FACTORY, "<init>", "()V", 0);
  jmethodID make = sett_jmethod (env, POOL, "<init>",
                                 "(ILjava/util/concurrent/ThreadFactory;)V", 0);
  if (!pool || !factory || !make_factory || !make)
    sett_jgive_up ("delays are made in another way: use a JDK 17");
  jobject made = (*env)->NewObject (
      env, pool, make, (jint)1, (*env)->NewObject (env, factory, make_factory));
  if (made && !(*env)->ExceptionCheck (env))
    (*env)->CallVoidMethod (
        env, made,
        sett_jmethod (env, POOL, "setRemoveOnCancelPolicy", "(Z)V", 0),
        (jboolean)1);
  return made;
}

void sett_delays_begin (JNIEnv *env) {
  const sett_jthread *t = sett_jself ();
  if (!t || world.over || !sett_promoted_has (SETT_LEARNT_DELAYS))
    return;
  SETT_ASSERT (t->process < world.process_count && !pools[t->process]);
  (*env)->PushLocalFrame (env, 16);
  jobject made = make_pool (env);
  if (made && !(*env)->ExceptionCheck (env))
    pools[t->process] = (*env)->NewGlobalRef (env, made);
  (*env)->PopLocalFrame (env, NULL);
}

void sett_delays_end (JNIEnv *env) {
  for (unsigned p = 0; p < SETT_SYSTEM_PROCESSES; p++) {
    if (pools[p])
      (*env)->DeleteGlobalRef (env, pools[p]);
    pools[p] = NULL;
  }
}

/* Beside C programs nobody begins again. */
static void cut (JNIEnv *env) {
  sett_jnote (1, sett_frame_here (env),
              "CompletableFuture with a delay: the execution ends there");
  sett_jend (SETT_CUT);
}

jobject JNICALL sett_delays_delay (JNIEnv *env, jclass c, jobject task,
                                   jlong time, jobject unit) {
  (void)c;
  const sett_jthread *t = sett_jself ();
  jobject pool = t ? pools[t->process] : NULL;
  if (t && !world.over && !pool) {
    if (world.guest)
      cut (env);
    else if (world.warming) /* it has seen enough */
      sett_jend (SETT_CUT);
    else
      sett_jlearn (SETT_LEARNT_DELAYS);
    SETT_ASSERT (world.over);
  }
  if (!t || world.over) {
    sett_junwind (env);
    return NULL;
  }
  return (*env)->CallObjectMethod (
      env, pool,
      sett_jmethod (env, POOL, "schedule",
                    "(Ljava/lang/Runnable;JLjava/util/concurrent/TimeUnit;)"
                    "Ljava/util/concurrent/ScheduledFuture;",
                    0),
      task, time, unit);
}
