/* Operations on threads, as events.  What always holds: the k-th child of a
   thread has the same number in all executions. */

#include "java/agent/thread_operations.h"

#include "base/assert.h"
#include "java/agent/object_numbers.h"
#include "java/agent/carriers.h"
#include "java/agent/debugging.h"
#include "java/agent/fork_join.h"
#include "java/agent/guest.h"
#include "java/agent/jvm_crash.h"
#include "java/agent/interrupts.h"
#include "java/agent/stack_frames.h"
#include "java/agent/jdk.h"
#include "java/agent/monitors.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/jvm_upcalls.h"
#include "java/agent/vector_clocks.h"
#include "java/agent/scheduler.h"
#include "java/agent/statics.h"
#include "java/agent/things.h"
#include "java/agent/time.h"
#include "java/agent/passing_time.h"
#include "java/agent/idle_workers.h"

#include <pthread.h>
#include <string.h>

/* Threads that the virtual machine is about to start: of these a thread that
   has no turn may speak. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sett_thread_set expected;

/*------------------------------------------------------------------------*/
/* Beginning. */

/* The k-th child of a thread has its number for good; 0: there is none left. */
static unsigned number_for (JNIEnv *env, unsigned creator, unsigned ordinal) {
  sett_shared *shared = world.shared;
  if (world.guest)
    return sett_guest_birth (env, creator, ordinal);
  uint32_t i = shared->initial_count;
  while (i < shared->birth_count && (shared->births[i].creator != creator ||
                                     shared->births[i].ordinal != ordinal))
    i++;
  if (i == SETT_MOST_THREADS)
    return 0;
  if (i == shared->birth_count) {
    shared->births[i].creator = creator;
    shared->births[i].ordinal = ordinal;
    shared->birth_count++;
  }
  return i;
}

static sett_jthread *make_thread (JNIEnv *env, unsigned number, jobject object,
                                  unsigned process) {
  sett_jthread *t = &world.threads[number];
  SETT_ASSERT (number < SETT_MOST_THREADS && process < world.process_count);
  SETT_ASSERT (!sett_threads_have (world.alive, number));
  if (t->object) /* a deadlock of the virtual machine's has left it */
    sett_jgive_up ("a thread of an earlier execution is still there");
  *t = (sett_jthread){.number = number,
                      .process = process,
                      .alive = 1,
                      .settled = 1,
                      .object = (*env)->NewGlobalRef (env, object),
                      .operation = SETT_DO_START,
                      .cause = SETT_NO_CAUSE,
                      .look_changed = SETT_NO_CAUSE};
  sem_init (&t->turn, 0, 0);
  t->daemon = (*env)->GetBooleanField (env, object, jdk.thread_daemon);
  t->clock[number] = 1;
  if (number >= world.thread_count)
    world.thread_count = number + 1;
  sett_threads_add (&world.alive, number);
  world.processes[process].thread_count++;
  sett_thing *thing = sett_thing_of (env, object);
  thing->thread = t;
  return t;
}

static void expect (const sett_jthread *t) {
  pthread_mutex_lock (&lock);
  sett_threads_add (&expected, t->number);
  pthread_mutex_unlock (&lock);
  sett_threads_enter ();
}

/* An exception is pending if that cannot be. */
static void start (JNIEnv *env, sett_jthread *t, jobject object) {
  expect (t);
  if (!sett_carriers_start (env, t, sett_thread_begin, sett_jup->thread_end))
    jdk.real_start (env, object);
}

void sett_thread_first (JNIEnv *env, jobject object, unsigned process) {
  make_thread (env, process, object, process)->births = 0;
}

/* In that process; null: the execution is over. */
static sett_jthread *start_child (JNIEnv *env, sett_jthread *t, jobject object,
                                  unsigned number, unsigned process) {
  if (world.over)
    return NULL;
  if (!number) {
    sett_jnote (1, sett_frame_here (env),
                "more than " SETT_MOST_THREADS_TEXT " threads: ended there");
    sett_jend (SETT_CUT);
    sett_junwind (env);
    return NULL;
  }
  sett_jthread *child = make_thread (env, number, object, process);
  child->creator = t->number;
  child->cause = sett_jnow ();
  child->time = t->time;
  child->place = t->place;
  sett_clock_pass (t, child);
  if (world.narrating)
    sett_narrate_birth (env, child);
  start (env, child, object);
  if (!(*env)->ExceptionCheck (env))
    return child;
  sett_jnote (1, sett_frame_here (env), "a thread could not be started");
  pthread_mutex_lock (&lock);
  sett_threads_drop (&expected, number);
  pthread_mutex_unlock (&lock);
  sett_threads_leave ();
  sett_jend (SETT_CUT);
  return NULL;
}

/* Shutdown hooks, and who lets them run, are children of the first thread,
   behind all others: whoever starts them. */
enum { LAST = 1 << 24, HOOKS };

static unsigned child_number (JNIEnv *env, sett_jthread *t) {
  return t->hook ? number_for (env, t->process, HOOKS + t->hook - 1)
                 : number_for (env, t->number, t->children++);
}

void sett_thread_start_last (JNIEnv *env, sett_jthread *t, jobject object) {
  start_child (env, t, object, number_for (env, t->process, LAST), t->process);
}

sett_jthread *sett_thread_start_other (JNIEnv *env, sett_jthread *t,
                                       jobject object, unsigned creator,
                                       unsigned ordinal, unsigned process) {
  SETT_ASSERT (ordinal > LAST + SETT_MOST_THREADS);
  return start_child (env, t, object, number_for (env, creator, ordinal),
                      process);
}

/* The JDK's own threads are left alone. */
static int is_innocuous (JNIEnv *env, jobject thread) {
  char *name = NULL;
  jclass class = (*env)->GetObjectClass (env, thread);
  int found = 0;
  if (!(*world.jvmti)->GetClassSignature (world.jvmti, class, &name, NULL)) {
    found = !strcmp (name, "Ljdk/internal/misc/InnocuousThread;");
    if (strstr (name, "ForkJoinWorkerThread") && !sett_fork_join_is_modelled ())
      sett_jnote (1, 0,
                  "ForkJoinPool: not all of what its threads do to each other "
                  "is varied");
    (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)name);
  }
  (*env)->DeleteLocalRef (env, class);
  return found;
}

void JNICALL sett_thread_start (JNIEnv *env, jobject object) {
  sett_jthread *t = sett_jself_any ();
  if (t && world.over)
    sett_junwind (env);
  else if (!t || t->muted || is_innocuous (env, object))
    jdk.real_start (env, object);
  else
    start_child (env, t, object, child_number (env, t), t->process);
}

void JNICALL sett_on_thread_start (jvmtiEnv *jvmti, JNIEnv *env,
                                   jthread thread) {
  (void)jvmti;
  sett_jthread *found = NULL;
  pthread_mutex_lock (&lock);
  for (sett_thread_set rest = expected; sett_threads_any (rest) && !found;
       rest = sett_threads_rest (rest)) {
    sett_jthread *t = &world.threads[sett_threads_first (rest)];
    if ((*env)->IsSameObject (env, t->object, thread))
      found = t;
  }
  pthread_mutex_unlock (&lock);
  if (found)
    sett_thread_begin (env, found);
}

void sett_thread_begin (JNIEnv *env, sett_jthread *t) {
  pthread_mutex_lock (&lock);
  sett_threads_drop (&expected, t->number);
  pthread_mutex_unlock (&lock);
  sett_jself_set (t);
  if (world.guest) {
    sett_guest_start (env, t);
    (*env)->ExceptionClear (env);
    return;
  }
  while (sem_wait (&t->turn))
    ;
  if (!world.over)
    sett_statics_switch (env, t->process);
  if (!world.over && t->operation == SETT_DO_RISK)
    sett_crash_budget_choose (env, t);
  (*env)->ExceptionClear (env);
}

/*------------------------------------------------------------------------*/

int sett_threads_run (JNIEnv *env, const jobject *first) {
  for (unsigned i = 0; i < world.process_count; i++) {
    if (!first[i])
      continue;
    start (env, &world.threads[i], first[i]);
    if ((*env)->ExceptionCheck (env))
      sett_jgive_up ("the first thread cannot be started");
  }
  if (world.guest) {
    sett_guest_take_part ();
    return sett_threads_wait ();
  }
  sett_jthread *t = sett_jschedule_first ();
  if (t)
    sem_post (&t->turn);
  if (world.debugging) {
    sett_jschedule_wait ();
    sett_debugging_end (env);
  }
  return sett_threads_wait ();
}

void sett_threads_release (JNIEnv *env) {
  for (unsigned i = 0; i < world.thread_count; i++) {
    sett_jthread *t = &world.threads[i];
    if (!t->object)
      continue;
    (*env)->DeleteGlobalRef (env, t->object);
    sem_destroy (&t->turn);
    t->object = NULL;
  }
  world.thread_count = 0;
  world.alive = world.lost = SETT_NO_THREADS;
}

/*------------------------------------------------------------------------*/
/* Joining. */

static sett_jthread *thread_of (JNIEnv *env, jobject object) {
  sett_thing *thing = sett_thing_of (env, object);
  return thing ? thing->thread : NULL;
}

/* The virtual machine's own thread. */
static int is_really_alive (JNIEnv *env, jobject object) {
  return (*env)->GetLongField (env, object, jdk.thread_itself) != 0;
}

static int may_join (const sett_jthread *t) {
  return t->second->done || t->interrupted;
}

/* With a time limit: to be asked too early. */
static void join_for (JNIEnv *env, sett_jthread *t, sett_jthread *other,
                      jlong millis) {
  const uint32_t end = sett_thread_number (other, SETT_OF_END);
  t->second = other;
  if (!sett_jvisible (env, t, SETT_DO_JOIN, NULL, end, SETT_EFFECT_LOAD, NULL,
                      sett_frame_here (env)) ||
      sett_interrupt_take (env, t))
    return;
  sett_jaffect (end, SETT_EFFECT_LOAD, 0);
  if (other->done)
    sett_clock_pass (other, t);
  else {
    sett_time_pass_millis (t, millis);
    if (world.narrating)
      sett_narrate_failed ();
  }
}

static void join (JNIEnv *env, sett_jthread *t, sett_jthread *other) {
  t->second = other;
  if (!sett_jvisible (env, t, SETT_DO_JOIN, NULL, 0, 0, may_join,
                      sett_frame_here (env)) ||
      sett_interrupt_take (env, t))
    return;
  sett_jevent ()->cause = other->finish;
  sett_clock_pass (other, t);
}

static int has_ended (const sett_jthread *t) {
  return t->second->done;
}

int sett_thread_await (JNIEnv *env, sett_jthread *t, sett_jthread *other) {
  t->second = other;
  if (!sett_jvisible (env, t, SETT_DO_JOIN, NULL, 0, 0, has_ended,
                      sett_frame_here (env)))
    return 0;
  sett_jevent ()->cause = other->finish;
  sett_clock_pass (other, t);
  return 1;
}

/* The method is synchronized, and waits without the monitor. */
void JNICALL sett_thread_join (JNIEnv *env, jclass c, jobject object,
                               jlong millis) {
  (void)c;
  sett_jthread *t = sett_jself ();
  sett_jthread *other = t && !world.over ? thread_of (env, object) : NULL;
  if (t && world.over) {
    sett_junwind (env);
    return;
  }
  if (!t) { /* nobody of interest: as the JDK does it */
    while (!millis && is_really_alive (env, object) &&
           !(*env)->ExceptionCheck (env))
      jdk.real_wait (env, object, 0);
    if (millis && is_really_alive (env, object))
      jdk.real_wait (env, object, millis);
    return;
  }
  if (!other)
    return; /* it was never started */
  (*env)->MonitorExit (env, object);
  if (millis)
    join_for (env, t, other, millis);
  else
    join (env, t, other);
  jthrowable pending = (*env)->ExceptionOccurred (env);
  (*env)->ExceptionClear (env);
  (*env)->MonitorEnter (env, object);
  if (pending)
    (*env)->Throw (env, pending);
}

jboolean JNICALL sett_thread_is_alive (JNIEnv *env, jclass c, jobject object) {
  (void)c;
  sett_jthread *t = sett_jself ();
  sett_jthread *other = t && !world.over ? thread_of (env, object) : NULL;
  if (!other)
    return (jboolean)is_really_alive (env, object);
  const uint32_t end = sett_thread_number (other, SETT_OF_END);
  if (!sett_jvisible (env, t, SETT_DO_LOAD, NULL, end, SETT_EFFECT_LOAD, NULL,
                      sett_frame_here (env)))
    return 0;
  sett_jaffect (end, SETT_EFFECT_LOAD, 0);
  if (other->done)
    sett_clock_pass (other, t);
  return !other->done;
}

/*------------------------------------------------------------------------*/
/* Time passes as fast as one likes: to sleep is to let others go first. */

void JNICALL sett_thread_sleep (JNIEnv *env, jclass c, jlong millis) {
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  else if (!t || millis < 0)
    jdk.real_sleep (env, c, millis);
  else if (sett_jvisible (env, t, SETT_DO_SLEEP, NULL, 0, 0, NULL,
                          sett_frame_here (env)) &&
           !sett_interrupt_take (env, t))
    sett_time_pass_millis (t, millis);
}

/*------------------------------------------------------------------------*/
/* Interrupting. */

void JNICALL sett_thread_interrupt (JNIEnv *env, jclass c, jobject object) {
  (void)c;
  sett_jthread *t = sett_jself ();
  sett_jthread *other = t && !world.over ? thread_of (env, object) : NULL;
  if (t && world.over)
    sett_junwind (env);
  if (!other)
    return;
  const uint32_t number = sett_thread_number (other, SETT_OF_INTERRUPT);
  if (!sett_jvisible (env, t, SETT_DO_INTERRUPT, NULL, number,
                      SETT_EFFECT_STORE, NULL, sett_frame_here (env)))
    return;
  sett_jaffect (number, SETT_EFFECT_STORE, (uint64_t)other->interrupted);
  sett_interrupt_affect_permit (other);
  if (world.narrating)
    sett_narrate_partner ((int)other->number);
  if (!other->interrupted)
    other->interrupted_by = t->number + 1;
  other->interrupted = 1;
  sett_monitor_interrupt (other);
  sett_clock_release (t, &other->interrupter);
}

/* False: the execution is over. */
static int look (JNIEnv *env, sett_jthread *t, const sett_jthread *other,
                 int clears) {
  const uint32_t number = sett_thread_number (other, SETT_OF_INTERRUPT);
  if (!sett_jvisible (env, t, SETT_DO_LOAD, NULL, number,
                      clears ? SETT_EFFECT_STORE : SETT_EFFECT_LOAD, NULL,
                      sett_frame_here (env)))
    return 0;
  sett_jaffect (number,
                clears && other->interrupted ? SETT_EFFECT_STORE
                                             : SETT_EFFECT_LOAD,
                (uint64_t)other->interrupted);
  if (other->interrupted)
    sett_clock_acquire (t, other->interrupter);
  return 1;
}

void JNICALL sett_thread_is_interrupted (JNIEnv *env, jclass c,
                                         jobject object) {
  (void)c;
  sett_jthread *t = sett_jself ();
  sett_jthread *other = t && !world.over ? thread_of (env, object) : NULL;
  if (t && world.over)
    sett_junwind (env);
  else if (other) {
    if (other != t)
      sett_idle_asked (env, t);
    look (env, t, other, 0);
  }
}

void JNICALL sett_thread_was_interrupted (JNIEnv *env, jclass c) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  else if (t && look (env, t, t, 1) && t->interrupted) {
    sett_interrupt_affect_permit (t);
    sett_interrupt_forget (t);
  }
}

/*------------------------------------------------------------------------*/
/* Parking: a permit that is there or not. */

static int may_go_on (const sett_jthread *t) {
  return t->permit || t->interrupted;
}

void JNICALL sett_unsafe_park (JNIEnv *env, jobject unsafe, jboolean absolute,
                               jlong time) {
  sett_jthread *t = sett_jself ();
  if (t && world.over) {
    sett_junwind (env);
    return;
  }
  if (!t) {
    jdk.real_park (env, unsafe, absolute, time);
    return;
  }
  const uint32_t number = sett_thread_number (t, SETT_OF_PERMIT);
  const int timed = absolute || time > 0;
  if (!sett_jvisible (env, t, SETT_DO_PARK, NULL, number, SETT_EFFECT_RECEIVE,
                      timed ? NULL : may_go_on, sett_frame_here (env)))
    return;
  sett_jaffect (number, timed ? SETT_EFFECT_STORE : SETT_EFFECT_RECEIVE,
                (uint64_t)may_go_on (t));
  if (timed && !may_go_on (t)) {
    if (absolute)
      sett_time_reach (t, time);
    else
      sett_time_pass (t, time);
    if (world.narrating)
      sett_narrate_failed ();
  }
  t->permit = 0;
}

void JNICALL sett_unsafe_unpark (JNIEnv *env, jobject unsafe, jobject thread) {
  sett_jthread *t = sett_jself ();
  sett_jthread *other =
      t && thread && !world.over ? thread_of (env, thread) : NULL;
  if (t && world.over) {
    sett_junwind (env);
    return;
  }
  if (!other) {
    jdk.real_unpark (env, unsafe, thread);
    return;
  }
  const uint32_t number = sett_thread_number (other, SETT_OF_PERMIT);
  if (!sett_jvisible (env, t, SETT_DO_UNPARK, NULL, number, SETT_EFFECT_STORE,
                      NULL, sett_frame_here (env)))
    return;
  sett_jaffect (number, SETT_EFFECT_STORE, (uint64_t)may_go_on (other));
  if (world.narrating)
    sett_narrate_partner ((int)other->number);
  other->permit = 1;
}

/*------------------------------------------------------------------------*/
/* Exceptions that end a thread, and the end of the program. */

/* "java.lang.AssertionError: text" */
static void describe (JNIEnv *env, jthrowable thrown, char *text, size_t room) {
  jclass class = (*env)->GetObjectClass (env, thrown);
  jmethodID method =
      (*env)->GetMethodID (env, class, "toString", "()Ljava/lang/String;");
  jstring string = (*env)->CallObjectMethod (env, thrown, method);
  *text = 0;
  if ((*env)->ExceptionCheck (env) || !string) {
    (*env)->ExceptionClear (env);
    return;
  }
  const char *utf = (*env)->GetStringUTFChars (env, string, NULL);
  if (utf) {
    strncpy (text, utf, room - 1);
    text[room - 1] = 0;
    (*env)->ReleaseStringUTFChars (env, string, utf);
  }
}

/* Nobody has asked to be told: the thread group prints and the thread ends. */
void JNICALL sett_uncaught (JNIEnv *env, jclass c, jobject group,
                            jobject thread, jthrowable thrown) {
  (void)c, (void)group, (void)thread;
  char text[400];
  sett_jthread *t = sett_jself ();
  if (!t || world.over || !thrown ||
      (*env)->IsInstanceOf (env, thrown, jdk.thread_death))
    return;
  t->muted++;
  jobject handler = (*env)->CallStaticObjectMethod (env, jdk.thread_class,
                                                    jdk.default_handler);
  describe (env, thrown, text, sizeof text);
  const int assertion = (*env)->IsInstanceOf (
      env, thrown, sett_jclass (env, "java/lang/AssertionError"));
  const uintptr_t place = sett_frame_of_exception (env, thrown);
  t->muted--;
  if (handler || (assertion && !world.shared->orders.assertions))
    return;
  sett_jfail (env,
              assertion ? SETT_VIOLATION_ASSERTION : SETT_VIOLATION_EXCEPTION,
              place, "uncaught %s", text);
  sett_junwind (env);
}
