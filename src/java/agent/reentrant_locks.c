/* ReentrantLock and its conditions, which nearly everything in
   java.util.concurrent is made of, are operations of their own, as monitors
   are: watched from inside each would be a dozen accesses to atomic variables.

   Who may have the lock is decided here; then the JDK's own code takes it,
   muted, and finds it free.  So it can be asked who has it, and how often.  To
   unlock is an event, since tryLock can ask.  A condition waits here, without
   the JDK's queue; the one that waits longest is signalled, as ReentrantLock
   promises.  The write lock of a ReentrantReadWriteLock is the same, with
   readers (lock_gates.h).

   Outside of executions everything is as the JDK has it, but conditions: theirs
   is a plain wait with the lock given back (nobody there waits for long). */

#include "java/agent/reentrant_locks.h"

#include "base/assert.h"
#include "java/agent/stack_frames.h"
#include "java/agent/execution_memory.h"
#include "java/agent/jdk.h"
#include "java/agent/lock_gates.h"
#include "java/agent/monitors.h"
#include "java/agent/passing_time.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/scheduler.h"
#include "java/agent/things.h"
#include "java/agent/interrupts.h"

static jobject field_of (JNIEnv *env, jobject object, const char *class_name,
                         const char *name, const char *type) {
  return (*env)->GetObjectField (env, object,
                                 sett_jfield (env, class_name, name, type, 0));
}

#define LOCKS "java/util/concurrent/locks/"
#define ALONE LOCKS "ReentrantLock"
#define TWO LOCKS "ReentrantReadWriteLock"

static int is_of (JNIEnv *env, jobject object, const char *class_name) {
  jclass class = sett_jclass (env, class_name);
  return class && (*env)->IsInstanceOf (env, object, class);
}

/* The inner object of such a lock is what conditions know, and what both ends
   of one for readers and writers have in common. */
static sett_thing *find_lock (JNIEnv *env, jobject lock, sett_thing *thing) {
  const char *class_name = is_of (env, lock, ALONE) ? ALONE
                           : is_of (env, lock, TWO "$WriteLock")
                               ? TWO "$WriteLock"
                               : TWO "$ReadLock";
  const int alone = class_name[sizeof ALONE - 1] == 0;
  jobject sync = field_of (env, lock, class_name, "sync",
                           alone ? "L" ALONE "$Sync;" : "L" TWO "$Sync;");
  sett_thing *inner = sett_thing_of (env, sync);
  sett_thing *found = alone ? thing : inner;
  inner->stands_for = found;
  if (!alone && !inner->reading)
    inner->reading = sett_jalloc (sizeof *inner->reading);
  (*env)->DeleteLocalRef (env, sync);
  return found;
}

sett_thing *sett_lock_of (JNIEnv *env, jobject lock) {
  sett_thing *thing = sett_thing_of (env, lock);
  if (!thing->stands_for)
    thing->stands_for = find_lock (env, lock, thing);
  return thing->stands_for;
}

static int is_mine (const sett_jthread *t, const sett_thing *m) {
  return m->owner == (int)t->number;
}

static int is_free (const sett_jthread *t) {
  return sett_monitor_is_free (t->thing);
}

static int is_free_or_interrupted (const sett_jthread *t) {
  return is_free (t) || t->interrupted;
}

sett_jthread *sett_around (JNIEnv *env) {
  sett_jthread *t = sett_jself ();
  sett_jthread *any = sett_jself_any ();
  if (t && world.over)
    sett_junwind (env);
  else if (any && !t)
    any->muted++;
  return world.over ? NULL : t;
}

/*------------------------------------------------------------------------*/

/* In words: of one with readers, what it is locked for. */
static sett_operation operation_of (const sett_thing *m, sett_operation plain) {
  return !m->reading               ? plain
         : plain == SETT_DO_LOCK   ? SETT_DO_WRLOCK
         : plain == SETT_DO_UNLOCK ? SETT_DO_RWUNLOCK
                                   : SETT_DO_TRYWRLOCK;
}

/* The event of having it, or of finding out. */
static int come (JNIEnv *env, sett_jthread *t, sett_thing *m, sett_jguard guard,
                 sett_operation operation, uintptr_t place) {
  const int has_gate = guard && m->reading && sett_gates_are ();
  if (has_gate && !sett_gate_enter (env, t, m, SETT_EFFECT_ACQUIRE, place))
    return 0;
  t->spreads = has_gate;
  const int goes_on = sett_jvisible (
      env, t, operation_of (m, operation), m, sett_thing_monitor (m),
      guard ? SETT_EFFECT_ACQUIRE : SETT_EFFECT_ASK, guard, place);
  t->spreads = 0;
  if (goes_on && has_gate)
    sett_gate_leave (m, SETT_EFFECT_ACQUIRE);
  return goes_on;
}

/* A writer that waits for a while keeps readers away meanwhile. */
static void note_gate (const sett_thing *m, sett_operation operation,
                       uintptr_t place) {
  if (m->reading && operation == SETT_DO_TIMEDLOCK && sett_gates_are ())
    sett_jnote (1, place,
                "a write lock is wanted for a limited time: that readers wait "
                "behind it is not explored");
}

static void enter (JNIEnv *env, sett_jthread *t, jobject lock,
                   sett_jguard guard, sett_operation operation) {
  sett_thing *m = sett_lock_of (env, lock);
  SETT_ASSERT ((m->owner < 0) == !m->depth);
  const uintptr_t place = sett_frame_here (env);
  const int stops =
      guard == is_free_or_interrupted || operation == SETT_DO_TIMEDLOCK;
  if (is_mine (t, m)) {
    m->depth += !(stops && t->interrupted);
    t->muted++;
    return;
  }
  note_gate (m, operation, place);
  if (!come (env, t, m, guard, operation, place))
    return;
  if (sett_monitor_is_free (m) && !(stops && t->interrupted))
    sett_monitor_acquired (env, t, m, 1, place);
  else {
    sett_jaffect (sett_thing_monitor (m), SETT_EFFECT_ASK, sett_lock_word (m));
    if (world.narrating)
      sett_narrate_failed ();
  }
  t->muted++;
}

void JNICALL sett_lock_lock (JNIEnv *env, jclass c, jobject lock) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (t)
    enter (env, t, lock, is_free, SETT_DO_LOCK);
}

/* One who is interrupted does not get it: the JDK's code throws. */
void JNICALL sett_lock_interruptibly (JNIEnv *env, jclass c, jobject lock) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (!t)
    return;
  enter (env, t, lock, is_free_or_interrupted, SETT_DO_LOCK);
  if (!world.over)
    sett_interrupt_look (t);
}

void JNICALL sett_lock_try (JNIEnv *env, jclass c, jobject lock) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (t)
    enter (env, t, lock, NULL, SETT_DO_TRYLOCK);
}

void JNICALL sett_lock_unlock (JNIEnv *env, jclass c, jobject lock) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (!t)
    return;
  sett_thing *m = sett_lock_of (env, lock);
  if (is_mine (t, m) && m->depth > 1)
    m->depth--;
  else if (is_mine (t, m)) {
    const uintptr_t place = sett_frame_here (env);
    if (!sett_jvisible (env, t, operation_of (m, SETT_DO_UNLOCK), m,
                        sett_thing_monitor (m), SETT_EFFECT_RELEASE, NULL,
                        place))
      return;
    SETT_ASSERT (m->depth == 1);
    sett_monitor_released (t, m, 1);
    if (m->reading && m->reading->holds[t->number])
      sett_reading_begin (env, t, m, place); /* it goes on reading */
  }
  t->muted++;
}

void JNICALL sett_lock_ask (JNIEnv *env, jclass c, jobject lock) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (!t)
    return;
  sett_thing *m = sett_lock_of (env, lock);
  if (!sett_jvisible (env, t, SETT_DO_ASK_LOCK, m, sett_thing_monitor (m),
                      SETT_EFFECT_ASK, NULL, sett_frame_here (env)))
    return;
  sett_jaffect (sett_thing_monitor (m), SETT_EFFECT_ASK, sett_lock_word (m));
  t->muted++;
}

/*------------------------------------------------------------------------*/
/* The JDK's own code, muted. */

static jvalue call_quietly (JNIEnv *env, jobject object, const char *name,
                            const char *type, jint argument) {
  sett_jthread *t = sett_jself_any ();
  jvalue result = {0};
  jthrowable pending = (*env)->ExceptionOccurred (env);
  (*env)->ExceptionClear (env);
  jclass class = (*env)->GetObjectClass (env, object);
  jmethodID method = (*env)->GetMethodID (env, class, name, type);
  if (t)
    t->muted++;
  if (type[1] == ')')
    result.z = (*env)->CallBooleanMethod (env, object, method);
  else
    (*env)->CallVoidMethod (env, object, method, argument);
  SETT_ASSERT (!t || t->muted);
  if (t)
    t->muted--;
  (*env)->DeleteLocalRef (env, class);
  if (pending)
    (*env)->Throw (env, pending);
  return result;
}

int64_t sett_lock_nanos (JNIEnv *env, jobject unit, jlong time) {
  jmethodID method =
      sett_jmethod (env, "java/util/concurrent/TimeUnit", "toNanos", "(J)J", 0);
  return (*env)->CallLongMethod (env, unit, method, time);
}

void sett_lock_time_out (JNIEnv *env, sett_jthread *t, jlong time,
                         jobject unit) {
  sett_time_pass (t, sett_lock_nanos (env, unit, time));
}

jboolean sett_lock_call_quietly (JNIEnv *env, jobject object,
                                 const char *method) {
  return call_quietly (env, object, method, "()Z", 0).z;
}

/* To wait a while and then give up is to be asked too early. */
jboolean JNICALL sett_lock_try_for (JNIEnv *env, jclass c, jobject lock,
                                    jlong time, jobject unit) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (t && world.over) {
    sett_junwind (env);
    return 0;
  }
  if (t) {
    enter (env, t, lock, NULL, SETT_DO_TIMEDLOCK);
    if (world.over)
      return 0;
    SETT_ASSERT (t->muted);
    t->muted--;
    if (sett_interrupt_take (env, t))
      return 0;
    if (!is_mine (t, sett_lock_of (env, lock)))
      sett_lock_time_out (env, t, time, unit);
  }
  return call_quietly (env, lock, "tryLock", "()Z", 0).z;
}

/*------------------------------------------------------------------------*/
/* Conditions. */

/* The lock of a condition, if it is one of ours; `sync` is its inner object. */
static sett_thing *lock_of_condition (JNIEnv *env, sett_jthread *t,
                                      jobject condition, jobject *sync) {
  *sync = field_of (
      env, condition,
      "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
      "this$0", "Ljava/util/concurrent/locks/AbstractQueuedSynchronizer;");
  sett_thing *m = sett_thing_of (env, *sync)->stands_for;
  if (m && is_mine (t, m))
    return m;
  if (is_of (env, *sync, ALONE "$Sync") || is_of (env, *sync, TWO "$Sync")) {
    jclass class =
        (*env)->FindClass (env, "java/lang/IllegalMonitorStateException");
    (*env)->ThrowNew (env, class, "");
    return NULL;
  }
  sett_jnote (1, sett_frame_here (env),
              "a condition of a lock that is not the JDK's: not explored");
  sett_jend (SETT_CUT);
  sett_junwind (env);
  return NULL;
}

/* Outside of executions: the lock is given back for a moment. */
static void wait_outside (JNIEnv *env, jobject condition) {
  jobject sync = field_of (
      env, condition,
      "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
      "this$0", "Ljava/util/concurrent/locks/AbstractQueuedSynchronizer;");
  call_quietly (env, sync, "release", "(I)Z", 1);
  jdk.real_sleep (env, jdk.thread_class, 1);
  call_quietly (env, sync, "acquire", "(I)V", 1);
}

/* True: it was signalled.  An exception may be pending. */
static int await (JNIEnv *env, jobject condition, int64_t nanos, int deaf) {
  sett_jthread *t = sett_jself ();
  jobject sync;
  if (t && world.over) {
    sett_junwind (env);
    return 0;
  }
  if (!t) {
    wait_outside (env, condition);
    return 1;
  }
  sett_thing *m = lock_of_condition (env, t, condition, &sync);
  if (!m)
    return 0;
  sett_thing *q = sett_thing_of (env, condition);
  const uintptr_t place = sett_frame_here (env);
  const int depth = m->depth;
  if (m->reading && m->reading->holds[t->number]) {
    sett_jnote (1, place,
                "one who waits for a condition reads as well: not "
                "explored");
    sett_jend (SETT_CUT);
    sett_junwind (env);
    return 0;
  }
  if (!sett_monitor_begin_wait (env, t, q, deaf, place))
    return 0;
  call_quietly (env, sync, "release", "(I)Z", depth);
  if (!sett_monitor_wait (env, t, m, q, nanos, deaf, place))
    return 0; /* others may have it: whoever unwinds finds it is not his */
  call_quietly (env, sync, "acquire", "(I)V", depth);
  if (t->signalled == SETT_WOKEN_BY_INTERRUPT)
    sett_interrupt_take (env, t);
  return t->signalled == SETT_WOKEN;
}

void JNICALL sett_condition_await (JNIEnv *env, jclass c, jobject condition) {
  (void)c;
  await (env, condition, 0, 0);
}

void JNICALL sett_condition_await_always (JNIEnv *env, jclass c,
                                          jobject condition) {
  (void)c;
  await (env, condition, 0, 1);
}

/* What is left of the time: all that matters is whether there is some. */
jlong JNICALL sett_condition_await_nanos (JNIEnv *env, jclass c,
                                          jobject condition, jlong nanos) {
  (void)c;
  const int signalled = await (env, condition, nanos > 0 ? nanos : 1, 0);
  return signalled && nanos > 1 ? nanos / 2 : 0;
}

jboolean JNICALL sett_condition_await_for (JNIEnv *env, jclass c,
                                           jobject condition, jlong time,
                                           jobject unit) {
  (void)c;
  const int64_t nanos = sett_lock_nanos (env, unit, time);
  return (jboolean)await (env, condition, nanos > 0 ? nanos : 1, 0);
}

jboolean JNICALL sett_condition_await_until (JNIEnv *env, jclass c,
                                             jobject condition, jobject date) {
  (void)c, (void)date;
  return (jboolean)await (env, condition, 1000000, 0);
}

static void signal (JNIEnv *env, jobject condition,
                    void (*notify) (JNIEnv *, sett_jthread *, sett_thing *)) {
  sett_jthread *t = sett_jself ();
  jobject sync;
  if (t && world.over)
    sett_junwind (env);
  else if (t && lock_of_condition (env, t, condition, &sync))
    notify (env, t, sett_thing_of (env, condition));
}

void JNICALL sett_condition_signal (JNIEnv *env, jclass c, jobject condition) {
  (void)c;
  signal (env, condition, sett_monitor_notify_first);
}

void JNICALL sett_condition_signal_all (JNIEnv *env, jclass c,
                                        jobject condition) {
  (void)c;
  signal (env, condition, sett_monitor_notify_all);
}
