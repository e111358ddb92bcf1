/* Shutdown hooks: see shutdown_hooks.h.

   The JDK locks Shutdown.class for good when the end begins; here that is an
   event which takes a permit that is there once.  To add or remove a hook
   changes what it finds.  Hooks have numbers by the order in which they were
   added, whoever ends the process.  What always holds: a thread that stands
   before the end of its process, by System.exit, stands before the lock if and
   only if there are hooks. */

#include "java/agent/shutdown_hooks.h"

#include "base/assert.h"
#include "java/agent/jdk.h"
#include "java/agent/jvm_names.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/object_numbers.h"
#include "java/agent/own_threads.h"
#include "java/agent/process_ends.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/things.h"
#include "java/agent/thread_operations.h"
#include "java/agent/vector_clocks.h"

/* Of a process. */
static struct {
  jobject hooks[SETT_MOST_THREADS]; /* global references */
  unsigned count;
  int has_begun;
  int by_itself;   /* ...and nobody has called System.exit */
  uint32_t *clock; /* what those that have added some had seen; or null */
} ends[SETT_SYSTEM_PROCESSES];

static sett_own_threads own;

int sett_shutdown_is_due (const sett_jthread *t) {
  SETT_ASSERT (ends[t->process].count <= SETT_MOST_THREADS);
  return ends[t->process].count || ends[t->process].has_begun;
}

int sett_shutdown_has_begun (const sett_jthread *t) {
  return ends[t->process].has_begun;
}

/*------------------------------------------------------------------------*/
/* The lock. */

static sett_thing *lock_of_end (void) {
  return sett_thing_of_class (sett_jname ("java/lang/Shutdown"));
}

static uint64_t permits (const sett_jthread *t) {
  return !ends[t->process].has_begun;
}

static int may_begin (const sett_jthread *t) {
  return !ends[t->process].has_begun;
}

static sett_operation end_operation (void) {
  return world.multi ? SETT_DO_EXIT : SETT_DO_END;
}

/* What a thread that calls System.exit is about to do. */
static void aim (sett_jthread *t) {
  const int is_due = sett_shutdown_is_due (t);
  t->operation = is_due ? SETT_DO_LOCK : end_operation ();
  t->thing = is_due ? lock_of_end () : NULL;
  t->object_number = is_due ? sett_shutdown_number (t->process) : 0;
  t->intent = is_due ? SETT_EFFECT_RECEIVE : 0;
  t->guard = is_due ? may_begin : NULL;
}

/* Hooks have come, or the last one has gone. */
static void aim_others (const sett_jthread *t) {
  SETT_EACH_THREAD (i, sett_fellows (t)) {
    sett_jthread *other = &world.threads[i];
    if (other->exits && (other->operation == end_operation () ||
                         other->thing == lock_of_end ()))
      aim (other);
  }
}

/*------------------------------------------------------------------------*/
/* Adding and removing. */

static void throw (JNIEnv * env, const char *class_name, const char *text) {
  (*env)->ThrowNew (env, sett_jclass (env, class_name), text);
}

/* The event; null: there is nothing to do. */
static sett_jthread *use (JNIEnv *env, jobject hook, const char *words) {
  sett_jthread *t = sett_jself ();
  if (t && world.over) {
    sett_junwind (env);
    return NULL;
  }
  if (!t) /* the JDK's own */
    return NULL;
  if (!hook) {
    throw (env, "java/lang/NullPointerException", "hook");
    return NULL;
  }
  const uint32_t number = sett_shutdown_number (t->process);
  if (!sett_jvisible (env, t, SETT_DO_STORE, NULL, number, SETT_EFFECT_STORE,
                      NULL, sett_frame_here (env)))
    return NULL;
  sett_jaffect (number, SETT_EFFECT_STORE, permits (t));
  if (world.narrating)
    sett_narrate_words ("%s", words);
  if (!ends[t->process].has_begun)
    return t;
  throw (env, "java/lang/IllegalStateException", "Shutdown in progress");
  return NULL;
}

static unsigned place_of (JNIEnv *env, const sett_jthread *t, jobject hook) {
  unsigned i = 0;
  while (i < ends[t->process].count &&
         !(*env)->IsSameObject (env, ends[t->process].hooks[i], hook))
    i++;
  return i;
}

static int is_started (JNIEnv *env, jobject hook) {
  return sett_thing_of (env, hook)->thread != NULL;
}

void JNICALL sett_shutdown_add (JNIEnv *env, jclass c, jobject runtime,
                                jobject hook) {
  (void)c, (void)runtime;
  sett_jthread *t = use (env, hook, "add a shutdown hook");
  if (!t)
    return;
  if (place_of (env, t, hook) < ends[t->process].count)
    throw (env, "java/lang/IllegalArgumentException",
           "Hook previously registered");
  else if (is_started (env, hook) && !sett_thing_of (env, hook)->thread->done)
    throw (env, "java/lang/IllegalArgumentException", "Hook already running");
  else if (ends[t->process].count < SETT_MOST_THREADS) {
    ends[t->process].hooks[ends[t->process].count++] =
        (*env)->NewGlobalRef (env, hook);
    sett_clock_release (t, &ends[t->process].clock);
    aim_others (t);
  } else { /* nor could so many be started */
    sett_jnote (1, sett_frame_here (env),
                "more than " SETT_MOST_THREADS_TEXT " threads: ended there");
    sett_jend (SETT_CUT);
    sett_junwind (env);
  }
}

jboolean JNICALL sett_shutdown_remove (JNIEnv *env, jclass c, jobject runtime,
                                       jobject hook) {
  (void)c, (void)runtime;
  sett_jthread *t = use (env, hook, "remove a shutdown hook");
  unsigned i = t ? place_of (env, t, hook) : 0;
  if (!t || i == ends[t->process].count)
    return JNI_FALSE;
  (*env)->DeleteGlobalRef (env, ends[t->process].hooks[i]);
  for (ends[t->process].count--; i < ends[t->process].count; i++)
    ends[t->process].hooks[i] = ends[t->process].hooks[i + 1];
  aim_others (t);
  return JNI_TRUE;
}

/*------------------------------------------------------------------------*/
/* Running. */

/* As the program would; one that was started before ends it all. */
static int start (JNIEnv *env, sett_jthread *t, unsigned i) {
  jmethodID method = sett_jmethod (env, "java/lang/Thread", "start", "()V", 0);
  t->hook = i + 1;
  (*env)->CallVoidMethod (env, ends[t->process].hooks[i], method);
  t->hook = 0;
  if (!world.over && (*env)->ExceptionCheck (env)) {
    (*env)->ExceptionClear (env);
    sett_jnote (1, t->place,
                "a shutdown hook was started before: the execution ends there");
    sett_jend (SETT_CUT);
  }
  if (world.over)
    sett_junwind (env);
  return !world.over;
}

/* Interrupts do not end that. */
static int run (JNIEnv *env, sett_jthread *t) {
  const unsigned count = ends[t->process].count;
  for (unsigned i = 0; i < count; i++)
    if (!start (env, t, i))
      return 0;
  for (unsigned i = 0; i < count; i++) {
    sett_jthread *hook = sett_thing_of (env, ends[t->process].hooks[i])->thread;
    hook->daemon = 0; /* the process waits for it */
    if (!sett_thread_await (env, t, hook))
      return 0;
  }
  return 1;
}

/* The present event is the lock. */
static int begin (JNIEnv *env, sett_jthread *t) {
  SETT_ASSERT (!ends[t->process].has_begun);
  sett_jaffect (sett_shutdown_number (t->process), SETT_EFFECT_RECEIVE,
                permits (t));
  ends[t->process].has_begun = 1;
  lock_of_end ()->owner = (int)t->number;
  lock_of_end ()->depth = 1;
  t->daemon = 0;
  sett_clock_acquire (t, ends[t->process].clock);
  return run (env, t);
}

sett_shutdown sett_shutdown_meet (JNIEnv *env, sett_jthread *t,
                                  uintptr_t place) {
  if (ends[t->process].by_itself)
    sett_jnote (1, place,
                "System.exit while the program ends by itself: its status is "
                "not varied");
  const int is_due = sett_shutdown_is_due (t);
  t->exits = 1;
  const int goes_on = sett_jvisible (
      env, t, is_due ? SETT_DO_LOCK : end_operation (),
      is_due ? lock_of_end () : NULL,
      is_due ? sett_shutdown_number (t->process) : 0,
      is_due ? SETT_EFFECT_RECEIVE : 0, is_due ? may_begin : NULL, place);
  t->exits = 0;
  if (!goes_on)
    return SETT_SHUTDOWN_OVER;
  if (t->operation != SETT_DO_LOCK)
    return SETT_SHUTDOWN_ENDS;
  return begin (env, t) ? SETT_SHUTDOWN_DONE : SETT_SHUTDOWN_OVER;
}

/*------------------------------------------------------------------------*/
/* The end by itself. */

/* Whatever threads have done that it waited for happens before. */
static int await_others (JNIEnv *env, sett_jthread *t) {
  for (unsigned i = 0; i < world.thread_count; i++) {
    sett_jthread *other = &world.threads[i];
    if (other->object && other->process == t->process && other->done &&
        !other->daemon && !sett_thread_await (env, t, other))
      return 0;
  }
  return 1;
}

static void JNICALL run_end (JNIEnv *env, jobject thread) {
  (void)thread;
  sett_jthread *t = sett_jself_any ();
  if (!t || world.over || !await_others (env, t) ||
      !sett_jvisible (env, t, SETT_DO_LOCK, lock_of_end (),
                      sett_shutdown_number (t->process), SETT_EFFECT_RECEIVE,
                      may_begin, 0))
    return;
  ends[t->process].by_itself = 1;
  if (begin (env, t))
    sett_program_leave (env, t, 0, 0);
}

void sett_shutdown_by_itself (JNIEnv *env, sett_jthread *t) {
  jobject object = sett_own_thread_make (env, t, &own, "DestroyJavaVM");
  (*env)->SetBooleanField (env, object, jdk.thread_daemon, JNI_FALSE);
  sett_thread_start_last (env, t, object);
}

int sett_shutdown_open (JNIEnv *env) {
  return sett_own_threads_open (env, "java/lang/SettEnd", run_end, &own);
}

void sett_shutdown_release (JNIEnv *env) {
  for (unsigned p = 0; p < world.process_count; p++) {
    for (unsigned i = 0; i < ends[p].count; i++)
      (*env)->DeleteGlobalRef (env, ends[p].hooks[i]);
    ends[p].count = 0;
    ends[p].has_begun = ends[p].by_itself = 0;
    ends[p].clock = NULL;
  }
}
