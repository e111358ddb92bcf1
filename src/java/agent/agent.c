/* The agent: takes control of a virtual machine if shared memory says so.  It
   searches in the thread that the virtual machine begins with, and ends the
   process: the machine's own main class is never reached. */

#include "base/assert.h"
#include "base/version.h"
#include "java/agent/classes.h"
#include "java/agent/jvm_execution.h"
#include "java/agent/exploration.h"
#include "java/agent/stack_frames.h"
#include "java/agent/sandbox.h"
#include "java/agent/jdk.h"
#include "java/agent/shared_search.h"
#include "java/agent/scheduler.h"
#include "java/agent/thread_operations.h"

#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

sett_jworld world;

static _Thread_local sett_jthread *self;
static _Thread_local unsigned unwound;
static sett_jjob job;

sett_jthread *sett_jself_any (void) {
  return world.open ? self : NULL;
}

sett_jthread *sett_jself (void) {
  return world.open && self && !self->muted ? self : NULL;
}

void sett_jself_set (sett_jthread *t) {
  self = t;
  unwound = 0;
}

/* A thread that catches everything, again and again, is left where it is: what
   it has belongs to an execution that is over. */
static void leave_behind (void) {
  enum { MOST_LEFT = 500 };
  static int left;
  if (__atomic_add_fetch (&left, 1, __ATOMIC_RELAXED) > MOST_LEFT)
    sett_jgive_up ("threads cannot be ended: the program catches every "
                   "Throwable in a loop");
  sett_jself_set (NULL);
  sett_threads_leave ();
  for (;;)
    pause ();
}

void sett_junwind (JNIEnv *env) {
  enum { PATIENCE = 1000 };
  while (world.debugging)
    pause ();
  if (self && ++unwound > PATIENCE)
    leave_behind ();
  if (!(*env)->ExceptionCheck (env))
    (*env)->Throw (env, jdk.death);
}

/*------------------------------------------------------------------------*/

void sett_jgive_up (const char *format, ...) {
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (world.shared->failure, sizeof world.shared->failure, format,
             arguments);
  va_end (arguments);
  world.shared->phase = SETT_PHASE_FAILED;
  _exit (4);
}

/* An assertion of the agent's, or of a search in it (base/assert.h). */
void sett_internal_error (const char *file, unsigned line, const char *function,
                          const char *condition) {
  if (!world.shared) /* nobody watches */
    __builtin_trap ();
  sett_jgive_up ("internal error at %s:%u, in %s: %s does not hold (sett %s)",
                 file, line, function, condition, SETT_VERSION);
}

void sett_jnote (int kind, uintptr_t place, const char *format, ...) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  sett_shared *shared = world.shared;
  char text[sizeof shared->notes->text];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  pthread_mutex_lock (&lock);
  uint32_t i = 0;
  while (i < shared->note_count && strcmp (shared->notes[i].text, text))
    i++;
  if (i == SETT_MOST_NOTES)
    shared->notes[--i].kind |= kind == SETT_NOTE_BOUNDS;
  else if (i == shared->note_count) {
    sett_note *n = &shared->notes[shared->note_count++];
    *n = (sett_note){.kind = (uint8_t)kind, .place = place};
    memcpy (n->text, text, sizeof text);
  }
  shared->notes[i].count++;
  pthread_mutex_unlock (&lock);
}

/*------------------------------------------------------------------------*/
/* Events of the virtual machine. */

static void JNICALL on_start (jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  (void)jvmti, (void)thread;
  if (!sett_classes_open (env) || !sett_sandbox_close () ||
      !sett_execution_open (env, &job)) {
    fflush (NULL);
    _exit (2);
  }
  fflush (NULL);
  sett_explore (env);
}

/* By a thread that has no turn; others, and those that are ending, give it back
   soon. */
static int is_held_for_long (JNIEnv *env, jobject object) {
  jvmtiMonitorUsage usage;
  int held = 0;
  if ((*world.jvmti)->GetObjectMonitorUsage (world.jvmti, object, &usage))
    return 1;
  for (sett_thread_set rest = sett_threads_or (world.alive, world.lost);
       sett_threads_any (rest) && usage.owner; rest = sett_threads_rest (rest))
    held |= (*env)->IsSameObject (
        env, world.threads[sett_threads_first (rest)].object, usage.owner);
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)usage.waiters);
  (*world.jvmti)
      ->Deallocate (world.jvmti, (unsigned char *)usage.notify_waiters);
  return held;
}

/* Somebody has to wait for a real monitor: code that is not watched, while a
   thread that has it stands somewhere else.  Nobody can tell who could go on.
 */
static void JNICALL on_contended (jvmtiEnv *jvmti, JNIEnv *env, jthread thread,
                                  jobject object) {
  (void)jvmti, (void)thread, (void)object;
  const sett_jthread *t = sett_jself_any ();
  if (!t || world.over || !is_held_for_long (env, object))
    return;
  sett_jnote (1, sett_frame_here (env),
              "code of the JDK waits for a monitor that a thread has: not "
              "explored");
  sett_jend (SETT_CUT);
}

static int set_events (jvmtiEnv *jvmti) {
  const jvmtiCapabilities wanted = {
      .can_generate_all_class_hook_events = 1,
      .can_tag_objects = 1,
      .can_generate_native_method_bind_events = 1,
      .can_generate_early_vmstart = 1,
      .can_generate_monitor_events = 1,
      .can_get_monitor_info = 1,
      .can_retransform_classes = 1,
      .can_get_line_numbers = 1,
      .can_get_source_file_name = 1,
  };
  const jvmtiEventCallbacks callbacks = {
      .ClassFileLoadHook = sett_on_class,
      .VMInit = on_start,
      .ThreadStart = sett_on_thread_start,
      .ThreadEnd = sett_on_thread_end,
      .NativeMethodBind = sett_on_bind,
      .MonitorContendedEnter = on_contended,
  };
  static const jvmtiEvent events[] = {
      JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, JVMTI_EVENT_VM_INIT,
      JVMTI_EVENT_THREAD_START,         JVMTI_EVENT_THREAD_END,
      JVMTI_EVENT_NATIVE_METHOD_BIND,   JVMTI_EVENT_MONITOR_CONTENDED_ENTER};
  if ((*jvmti)->AddCapabilities (jvmti, &wanted) ||
      (*jvmti)->SetEventCallbacks (jvmti, &callbacks, sizeof callbacks))
    return 0;
  for (size_t i = 0; i < sizeof events / sizeof *events; i++)
    if ((*jvmti)->SetEventNotificationMode (jvmti, JVMTI_ENABLE, events[i],
                                            NULL))
      return 0;
  return 1;
}

/*------------------------------------------------------------------------*/

/* "900:0:0": the file of the shared memory, the worker, the process. */
static int attach_shared (void) {
  const char *word = getenv (SETT_SHARED_VARIABLE);
  if (!word)
    return 0;
  char *rest;
  const int file = (int)strtol (word, &rest, 10);
  const unsigned worker =
      *rest == ':' ? (unsigned)strtoul (rest + 1, &rest, 10) : 0;
  void *at =
      mmap (SETT_SHARED_ADDRESS, SETT_SHARED_SIZE, PROT_READ | PROT_WRITE,
            MAP_SHARED | MAP_NORESERVE | MAP_FIXED_NOREPLACE, file,
            (off_t)SETT_SHARED_OFFSET (worker));
  if (at != SETT_SHARED_ADDRESS)
    return 0;
  world.shared = at;
  world.worker = worker;
  if (!sett_sandbox_read (file, worker) || !sett_jpool_open (file))
    return 0;
  close (file);
  unsetenv (SETT_SHARED_VARIABLE);
  return world.shared->magic == SETT_SHARED_MAGIC;
}

/* One thread runs at a time: whoever wakes another is about to wait, and shall
   come to that before the other one begins.  Threads that are made from now on
   do as this one does. */
static void be_patient (void) {
  const struct sched_param none = {0};
  sched_setscheduler (0, SCHED_BATCH, &none);
}

JNIEXPORT jint JNICALL Agent_OnLoad (JavaVM *vm, char *options,
                                     void *reserved) {
  (void)reserved;
  world.vm = vm;
  if (!attach_shared ()) {
    fprintf (stderr, "the agent of Sett is started by 'sett check'\n");
    return 1;
  }
  if (!options || !sett_jjob_read (&job, options)) {
    fprintf (stderr, "the agent of Sett has no job\n");
    return 1;
  }
  if ((*vm)->GetEnv (vm, (void **)&world.jvmti, JVMTI_VERSION_9) ||
      !set_events (world.jvmti)) {
    fprintf (stderr, "this Java virtual machine lacks what the agent of Sett "
                     "needs: use a JDK 17\n");
    return 1;
  }
  be_patient ();
  return 0;
}
