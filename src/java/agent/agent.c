/* The agent: takes control of a virtual machine if shared memory says so.  It
   searches in the thread that the virtual machine begins with, and ends the
   process: the machine's own main class is never reached. */

#include "base/assert.h"
#include "java/agent/births.h"
#include "java/agent/classes.h"
#include "java/agent/exploration.h"
#include "java/agent/fork_join.h"
#include "java/agent/jdk_natives.h"
#include "java/agent/jvm_crash.h"
#include "java/agent/jvm_execution.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/jvm_upcalls.h"
#include "java/agent/memory_accesses.h"
#include "java/agent/process_ends.h"
#include "java/agent/rounds.h"
#include "java/agent/sites.h"
#include "java/agent/sandbox.h"
#include "java/agent/scheduler.h"
#include "java/agent/monitors.h"
#include "java/agent/shared_search.h"
#include "java/agent/stack_frames.h"
#include "java/agent/thread_ends.h"
#include "java/agent/thread_operations.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static sett_jjob job;

/*------------------------------------------------------------------------*/
/* Events of the virtual machine. */

static void JNICALL on_start (jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  (void)jvmti, (void)thread;
  SETT_ASSERT (world.shared && sett_jup && !world.open);
  if (!sett_classes_open (env, sett_execution_group) ||
      !sett_sandbox_close () || !sett_execution_open (env, &job)) {
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

/* Is the present thread about to begin a synchronized method that says so when
   it has the monitor? */
static int says_it_is_inside (void) {
  enum { SYNCHRONIZED = 0x20 };
  jvmtiFrameInfo frame;
  jint depth = 0, flags = 0;
  jclass class = NULL;
  char *name = NULL;
  (*world.jvmti)->GetStackTrace (world.jvmti, NULL, 0, 1, &frame, &depth);
  if (depth < 1 || frame.location > 0 ||
      (*world.jvmti)->GetMethodModifiers (world.jvmti, frame.method, &flags) ||
      !(flags & SYNCHRONIZED) ||
      (*world.jvmti)
          ->GetMethodDeclaringClass (world.jvmti, frame.method, &class) ||
      (*world.jvmti)->GetClassSignature (world.jvmti, class, &name, NULL))
    return 0;
  const int watched = sett_class_has_monitors (name + 1);
  (*world.jvmti)->Deallocate (world.jvmti, (unsigned char *)name);
  return watched;
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
  if (says_it_is_inside () && sett_monitor_come (env, object))
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

static const sett_jupcalls upcalls = {
    .narrate_about_to = sett_narrate_about_to,
    .narrate_event = sett_narrate_event,
    .narrate_threads = sett_narrate_threads,
    .narrate_violation = sett_narrate_violation,
    .narrate_thing = sett_narrate_thing,
    .narrate_testify = sett_narrate_testify,
    .crash_try = sett_crash_try,
    .access_settle = sett_access_settle,
    .note_initialiser = sett_note_initialiser,
    .thread_end = sett_thread_end,
    .processes_blocked = sett_processes_blocked,
    .processes_note_idle = sett_processes_note_idle,
    .pool_block = sett_fork_begin_wait,
    .pool_unblock = sett_fork_end_wait,
    .round_meet = sett_round_meet,
    .rounds_standstill = sett_rounds_standstill,
    .round_is_in_vain = sett_round_is_in_vain,
    .place_is_together = sett_place_is_together,
};

JNIEXPORT jint JNICALL Agent_OnLoad (JavaVM *vm, char *options,
                                     void *reserved) {
  (void)reserved;
  world.vm = vm;
  sett_jup = &upcalls;
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
