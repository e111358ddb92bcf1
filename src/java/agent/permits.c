/* Semaphores and latches: see permits.h.  What always holds: as long as they
   are operations of their own, `permits` is what the JDK's own object has. */

#include "java/agent/permits.h"

#include "base/assert.h"
#include "java/agent/interrupts.h"
#include "java/agent/jdk.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/reentrant_locks.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/things.h"
#include "java/agent/vector_clocks.h"

#define SEMAPHORE "java/util/concurrent/Semaphore"
#define LATCH "java/util/concurrent/CountDownLatch"
#define QUEUE "java/util/concurrent/locks/AbstractQueuedSynchronizer"

static int is_inside (void) {
  return sett_promoted_has (SETT_LEARNT_PERMITS);
}

static jobject sync_of (JNIEnv *env, jobject object, const char *class_name,
                        const char *type) {
  return (*env)->GetObjectField (
      env, object, sett_jfield (env, class_name, "sync", type, 0));
}

static jint state_of (JNIEnv *env, jobject sync) {
  return (*env)->GetIntField (env, sync,
                              sett_jfield (env, QUEUE, "state", "I", 0));
}

/* It is met for the first time in this execution. */
static void count (JNIEnv *env, sett_thing *thing, jobject sync) {
  const jint state = state_of (env, sync);
  if (state < 0)
    sett_jlearn (SETT_LEARNT_PERMITS);
  thing->permits = state < 0 ? 0 : (uint32_t)state;
  thing->counts = 1;
}

static sett_thing *semaphore_of (JNIEnv *env, jobject semaphore) {
  sett_thing *thing = sett_thing_of (env, semaphore);
  if (!thing->counts) {
    jobject sync = sync_of (env, semaphore, SEMAPHORE, "L" SEMAPHORE "$Sync;");
    count (env, thing, sync);
    (*env)->DeleteLocalRef (env, sync);
  }
  return thing;
}

static sett_thing *latch_of (JNIEnv *env, jobject latch) {
  sett_thing *thing = sett_thing_of (env, latch);
  if (!thing->counts) {
    jobject sync = sync_of (env, latch, LATCH, "L" LATCH "$Sync;");
    count (env, thing, sync);
    (*env)->DeleteLocalRef (env, sync);
  }
  return thing;
}

/* The thread, if it is to be done here; else null. */
static sett_jthread *begin (JNIEnv *env) {
  sett_jthread *t = sett_around (env);
  return t && !is_inside () ? t : NULL;
}

/* True: it was learnt just now that this does not do. */
static int is_over (JNIEnv *env) {
  if (world.over && !(*env)->ExceptionCheck (env))
    sett_junwind (env);
  return world.over;
}

/* Looks at it; false: the execution is over. */
static int look (JNIEnv *env, sett_jthread *t, sett_thing *thing,
                 sett_operation operation) {
  if (!sett_jvisible (env, t, operation, thing, sett_thing_monitor (thing),
                      SETT_EFFECT_ASK, NULL, sett_frame_here (env)))
    return 0;
  sett_jaffect (sett_thing_monitor (thing), SETT_EFFECT_ASK, thing->permits);
  return 1;
}

/*------------------------------------------------------------------------*/
/* Taking. */

static int is_there (const sett_jthread *t) {
  return t->thing->permits > 0;
}

static int is_there_or_interrupted (const sett_jthread *t) {
  return is_there (t) || t->interrupted;
}

static void take (sett_jthread *t, sett_thing *s) {
  SETT_ASSERT (s->permits);
  sett_jaffect (sett_thing_monitor (s), SETT_EFFECT_TAKE, s->permits--);
  sett_clock_acquire (t, s->clock);
}

/* It could have had one earlier. */
static void give_up (sett_thing *s) {
  sett_jaffect (sett_thing_monitor (s), SETT_EFFECT_TAKE, s->permits);
  sett_jaffect (sett_thing_monitor (s), SETT_EFFECT_GIVE,
                s->permits - (uint64_t)1);
}

static void wait_to_take (JNIEnv *env, jobject semaphore, sett_jguard guard) {
  sett_jthread *t = begin (env);
  if (!t)
    return;
  sett_thing *s = semaphore_of (env, semaphore);
  if (is_over (env) ||
      !sett_jvisible (env, t, SETT_DO_SEM_WAIT, s, sett_thing_monitor (s),
                      SETT_EFFECT_TAKE, guard, sett_frame_here (env)))
    return;
  if (guard == is_there_or_interrupted && sett_interrupt_look (t))
    give_up (s);
  else
    take (t, s);
  t->muted++;
}

void JNICALL sett_permit_take (JNIEnv *env, jclass c, jobject semaphore) {
  (void)c;
  wait_to_take (env, semaphore, is_there_or_interrupted);
}

void JNICALL sett_permit_take_always (JNIEnv *env, jclass c,
                                      jobject semaphore) {
  (void)c;
  wait_to_take (env, semaphore, is_there);
}

/* False: there is none, or the execution is over. */
static int try (JNIEnv *env, sett_jthread *t, sett_thing *s, int stops) {
  if (!sett_jvisible (env, t, SETT_DO_SEM_TRYWAIT, s, sett_thing_monitor (s),
                      SETT_EFFECT_ASK, NULL, sett_frame_here (env)))
    return 0;
  const int has_any = s->permits > 0;
  if (has_any && !(stops && t->interrupted)) {
    take (t, s);
    return 1;
  }
  sett_jaffect (sett_thing_monitor (s), SETT_EFFECT_ASK, s->permits);
  if (world.narrating)
    sett_narrate_failed ();
  return 0;
}

void JNICALL sett_permit_try (JNIEnv *env, jclass c, jobject semaphore) {
  (void)c;
  sett_jthread *t = begin (env);
  if (!t)
    return;
  sett_thing *s = semaphore_of (env, semaphore);
  if (is_over (env))
    return;
  try (env, t, s, 0);
  t->muted += !world.over;
}

/* What the method does, by the JDK's own code. */
static jboolean wait_inside (JNIEnv *env, jobject sync, jlong time,
                             jobject unit) {
  jmethodID method =
      sett_jmethod (env, QUEUE, "tryAcquireSharedNanos", "(IJ)Z", 0);
  return (*env)->CallBooleanMethod (env, sync, method, (jint)1,
                                    sett_lock_nanos (env, unit, time));
}

jboolean JNICALL sett_permit_try_for (JNIEnv *env, jclass c, jobject semaphore,
                                      jlong time, jobject unit) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (t && world.over) {
    sett_junwind (env);
    return 0;
  }
  if (!t || is_inside ())
    return wait_inside (
        env, sync_of (env, semaphore, SEMAPHORE, "L" SEMAPHORE "$Sync;"), time,
        unit);
  sett_thing *s = semaphore_of (env, semaphore);
  if (is_over (env))
    return 0;
  const int has_one = try (env, t, s, 1);
  if (world.over || sett_interrupt_take (env, t))
    return 0;
  if (!has_one) {
    sett_lock_time_out (env, t, time, unit);
    return 0;
  }
  return sett_lock_call_quietly (env, semaphore, "tryAcquire");
}

/*------------------------------------------------------------------------*/
/* Giving. */

static void give (JNIEnv *env, jobject semaphore, jint number) {
  enum { MOST = 64 };
  sett_jthread *t = begin (env);
  if (!t)
    return;
  sett_thing *s = semaphore_of (env, semaphore);
  if (number < 0 || number > MOST)
    sett_jlearn (SETT_LEARNT_PERMITS);
  if (is_over (env) ||
      !sett_jvisible (env, t, SETT_DO_SEM_POST, s, sett_thing_monitor (s),
                      SETT_EFFECT_GIVE, NULL, sett_frame_here (env)))
    return;
  for (jint i = 0; i < number; i++)
    sett_jaffect (sett_thing_monitor (s), SETT_EFFECT_GIVE, s->permits++);
  if (number)
    sett_clock_release (t, &s->clock);
  t->muted++;
}

void JNICALL sett_permit_give (JNIEnv *env, jclass c, jobject semaphore) {
  (void)c;
  give (env, semaphore, 1);
}

void JNICALL sett_permit_give_some (JNIEnv *env, jclass c, jobject semaphore,
                                    jint number) {
  (void)c;
  give (env, semaphore, number);
}

void JNICALL sett_permits_other (JNIEnv *env, jclass c, jobject semaphore) {
  (void)c, (void)semaphore;
  if (!begin (env))
    return;
  sett_jlearn (SETT_LEARNT_PERMITS);
  is_over (env);
}

/*------------------------------------------------------------------------*/
/* Latches. */

static int is_open (const sett_jthread *t) {
  return !t->thing->permits;
}

static int is_open_or_interrupted (const sett_jthread *t) {
  return is_open (t) || t->interrupted;
}

void JNICALL sett_latch_count (JNIEnv *env, jclass c, jobject latch) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (!t)
    return;
  sett_thing *l = latch_of (env, latch);
  if (!sett_jvisible (env, t, SETT_DO_COUNT_DOWN, l, sett_thing_monitor (l),
                      SETT_EFFECT_COUNT, NULL, sett_frame_here (env)))
    return;
  sett_jaffect (sett_thing_monitor (l), SETT_EFFECT_COUNT, l->permits);
  l->permits -= l->permits > 0;
  sett_clock_release (t, &l->clock);
  t->muted++;
}

void JNICALL sett_latch_pass (JNIEnv *env, jclass c, jobject latch) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (!t)
    return;
  sett_thing *l = latch_of (env, latch);
  if (!sett_jvisible (env, t, SETT_DO_LATCH, l, sett_thing_monitor (l),
                      SETT_EFFECT_PASS, is_open_or_interrupted,
                      sett_frame_here (env)))
    return;
  sett_jaffect (sett_thing_monitor (l), SETT_EFFECT_PASS, l->permits);
  if (!sett_interrupt_look (t))
    sett_clock_acquire (t, l->clock);
  t->muted++;
}

void JNICALL sett_latch_ask (JNIEnv *env, jclass c, jobject latch) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (t && look (env, t, latch_of (env, latch), SETT_DO_ASK_LATCH))
    t->muted++;
}

/* To wait for a while is to look once. */
jboolean JNICALL sett_latch_pass_for (JNIEnv *env, jclass c, jobject latch,
                                      jlong time, jobject unit) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (t && world.over) {
    sett_junwind (env);
    return 0;
  }
  if (!t)
    return wait_inside (env, sync_of (env, latch, LATCH, "L" LATCH "$Sync;"),
                        time, unit);
  sett_thing *l = latch_of (env, latch);
  if (!look (env, t, l, SETT_DO_ASK_LATCH) || sett_interrupt_take (env, t))
    return 0;
  if (l->permits) {
    if (world.narrating)
      sett_narrate_failed ();
    sett_lock_time_out (env, t, time, unit);
    return 0;
  }
  sett_clock_acquire (t, l->clock);
  return 1;
}

void JNICALL sett_permit_ask (JNIEnv *env, jclass c, jobject semaphore) {
  (void)c;
  sett_jthread *t = begin (env);
  if (!t)
    return;
  sett_thing *s = semaphore_of (env, semaphore);
  if (!is_over (env) && look (env, t, s, SETT_DO_SEM_VALUE))
    t->muted++;
}
