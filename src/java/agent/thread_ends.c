/* How threads end, and with the last of them, or by System.exit, their process:
   see thread_ends.h. */

#include "java/agent/thread_ends.h"

#include "base/assert.h"
#include "java/agent/object_numbers.h"
#include "java/agent/process_ends.h"
#include "java/agent/scheduler.h"
#include "java/agent/shutdown_hooks.h"
#include "java/agent/stack_frames.h"

/* Is this the last one that the program waits for? */
static int is_last (const sett_jthread *t) {
  SETT_EACH_THREAD (i, sett_fellows (t)) {
    if (i != t->number && !world.threads[i].daemon)
      return 0;
  }
  return 1;
}

/* ...with others, or something open, left? */
static int ends_program (const sett_jthread *t) {
  return is_last (t) && (world.multi || sett_threads_many (sett_fellows (t)));
}

/* By the end of its last thread; a daemon may have been quicker. */
static void end_program (JNIEnv *env, sett_jthread *t) {
  if (!sett_program_meet_end (env, t, 0))
    return;
  if (!sett_shutdown_is_due (t)) {
    sett_program_end (env, t, 0, 0);
    return;
  }
  sett_jnote (1, 0,
              "a daemon adds a shutdown hook while the program ends: not "
              "explored");
  sett_jend (SETT_CUT);
}

static void finish (JNIEnv *env, sett_jthread *t) {
  const uint32_t end = sett_thread_number (t, SETT_OF_END);
  t->muted = t->initialising = t->atomic = 0;
  if (world.in_atomic == (int)t->number)
    world.in_atomic = -1;
  if (!sett_jvisible (env, t, SETT_DO_FINISH, NULL, end, SETT_EFFECT_STORE,
                      NULL, 0))
    return;
  sett_jaffect (end, SETT_EFFECT_STORE, 0);
  t->finish = sett_jnow ();
  if (sett_shutdown_is_due (t)) {
    if (is_last (t) && !sett_shutdown_has_begun (t))
      sett_shutdown_by_itself (env, t);
  } else if (ends_program (t)) {
    end_program (env, t);
    return;
  }
  SETT_ASSERT (t->alive && !t->done);
  t->done = 1;
  t->alive = 0;
  sett_threads_drop (&world.alive, t->number);
  sett_jschedule_away (t);
}

int sett_thread_end (JNIEnv *env) {
  sett_jthread *t = sett_jself_any ();
  if (!t)
    return 0;
  if (!world.over)
    finish (env, t);
  (*env)->ExceptionClear (env);
  sett_jself_set (NULL);
  return 1;
}

void JNICALL sett_on_thread_end (jvmtiEnv *jvmti, JNIEnv *env, jthread thread) {
  (void)jvmti, (void)thread;
  if (sett_thread_end (env))
    sett_threads_leave ();
}

/*------------------------------------------------------------------------*/

/* The thread that runs, and goes on; whatever it was about to do. */
static sett_jthread *who_leaves (JNIEnv *env) {
  sett_jthread *t = sett_jself_any ();
  if (t)
    t->muted = 0;
  if (t && world.over)
    sett_junwind (env);
  return world.over ? NULL : t;
}

void JNICALL sett_runtime_exit (JNIEnv *env, jclass c, jobject runtime,
                                jint status) {
  (void)c, (void)runtime;
  sett_jthread *t = who_leaves (env);
  if (!t)
    return;
  const uintptr_t place = sett_frame_here (env);
  switch (sett_shutdown_meet (env, t, place)) {
  case SETT_SHUTDOWN_ENDS:
    sett_program_end (env, t, status, place);
    sett_program_stay_out (env, t);
    break;
  case SETT_SHUTDOWN_DONE:
    sett_program_leave (env, t, status, place);
    break;
  case SETT_SHUTDOWN_OVER:
    break;
  }
}

void JNICALL sett_runtime_halt (JNIEnv *env, jclass c, jobject runtime,
                                jint status) {
  (void)c, (void)runtime;
  sett_jthread *t = who_leaves (env);
  if (t)
    sett_program_leave (env, t, status, sett_frame_here (env));
}
