/* See idle_workers.h.  What always holds: whatever could see such an interrupt
   is learnt before it does. */

#include "java/agent/idle_workers.h"

#include "java/agent/jdk.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/scheduler.h"
#include "java/agent/whole_methods.h"

static void learn_idle (JNIEnv *env) {
  const sett_jthread *t = sett_jself ();
  if (!t || world.over)
    return;
  sett_jlearn (SETT_LEARNT_IDLE);
  if (world.over)
    sett_junwind (env);
}

void JNICALL sett_idle_handler (JNIEnv *env, jclass c) {
  (void)c;
  learn_idle (env);
}

void sett_idle_asked (JNIEnv *env, const sett_jthread *t) {
  if (!sett_whole_is_inside (t))
    learn_idle (env);
}

static jobject get (JNIEnv *env, jobject of, const char *class,
                    const char *field, const char *type) {
  return (*env)->GetObjectField (env, of,
                                 sett_jfield (env, class, field, type, 0));
}

static int is_exactly (JNIEnv *env, jobject object,
                       const char *const *classes) {
  jclass class = object ? (*env)->GetObjectClass (env, object) : NULL;
  for (; class && *classes; classes++)
    if ((*env)->IsSameObject (env, class, sett_jclass (env, *classes)))
      return 1;
  return 0;
}

/* Does a thread of it run code of the JDK only, but for tasks? */
static int is_plain (JNIEnv *env, jobject pool) {
#define CONCURRENT "java/util/concurrent/"
#define POOL CONCURRENT "ThreadPoolExecutor"
  static const char made[] = CONCURRENT "Executors$DefaultThreadFactory";
  static const char *const pools[] = {
      POOL, CONCURRENT "ScheduledThreadPoolExecutor", NULL};
  static const char *const factories[] = {made, NULL};
  static const char *const groups[] = {"java/lang/ThreadGroup", NULL};
  static const char *const queues[] = {
      CONCURRENT "LinkedBlockingQueue", CONCURRENT "ArrayBlockingQueue",
      CONCURRENT "SynchronousQueue",
      CONCURRENT "ScheduledThreadPoolExecutor$DelayedWorkQueue", NULL};
  if (!is_exactly (env, pool, pools))
    return 0;
  jobject factory =
      get (env, pool, POOL, "threadFactory", "L" CONCURRENT "ThreadFactory;");
  jobject queue =
      get (env, pool, POOL, "workQueue", "L" CONCURRENT "BlockingQueue;");
  return is_exactly (env, factory, factories) &&
         is_exactly (env, queue, queues) &&
         is_exactly (
             env, get (env, factory, made, "group", "Ljava/lang/ThreadGroup;"),
             groups);
#undef POOL
#undef CONCURRENT
}

void JNICALL sett_idle_worker (JNIEnv *env, jclass c, jobject pool) {
  (void)c;
  if (!sett_jself () || world.over || sett_promoted_has (SETT_LEARNT_IDLE) ||
      (*env)->PushLocalFrame (env, 16))
    return;
  const int plain = is_plain (env, pool);
  (*env)->PopLocalFrame (env, NULL);
  if (!plain)
    learn_idle (env);
}
