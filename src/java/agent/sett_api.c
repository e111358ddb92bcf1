/* What a program can say to its checker, as in C (sett.h). */

#include "java/agent/sett_api.h"

#include "base/assert.h"
#include "java/agent/object_numbers.h"
#include "java/agent/stack_frames.h"
#include "java/agent/vector_clocks.h"
#include "java/agent/scheduler.h"
#include "java/agent/things.h"

#include <string.h>

/* The thread that runs, if it counts and goes on. */
static sett_jthread *speaker (JNIEnv *env) {
  sett_jthread *t = sett_jself ();
  if (t && world.over)
    sett_junwind (env);
  return world.over ? NULL : t;
}

jboolean JNICALL sett_api_is_checking (JNIEnv *env, jclass c) {
  (void)env, (void)c;
  return JNI_TRUE;
}

/*------------------------------------------------------------------------*/
/* Choices. */

static int64_t choose (JNIEnv *env, int64_t count) {
  sett_jthread *t = speaker (env);
  if (!t || count <= 1)
    return 0;
  if (count > UINT16_MAX) {
    sett_jnote (
        1, sett_frame_here (env),
        "a choice of more than 65,535 values: the first ones are tried");
    count = UINT16_MAX;
  }
  SETT_ASSERT (count > 1 && count <= UINT16_MAX);
  if (!sett_jvisible (env, t, SETT_DO_CHOOSE, NULL, 0, 0, NULL,
                      sett_frame_here (env)))
    return 0;
  return sett_jalternative ((unsigned)count);
}

jint JNICALL sett_api_choose (JNIEnv *env, jclass c, jint count) {
  (void)c;
  return (jint)choose (env, count);
}

jint JNICALL sett_api_between (JNIEnv *env, jclass c, jint min, jint max) {
  (void)c;
  return (jint)(min + choose (env, (int64_t)max - min + 1));
}

jint JNICALL sett_api_up_to (JNIEnv *env, jclass c, jint max) {
  return sett_api_between (env, c, 0, max);
}

jboolean JNICALL sett_api_either (JNIEnv *env, jclass c) {
  (void)c;
  return (jboolean)choose (env, 2);
}

/*------------------------------------------------------------------------*/
/* Conditions. */

static void fail (JNIEnv *env, sett_violation_kind kind, const char *format,
                  const char *text) {
  sett_jfail (env, kind, sett_frame_here (env), format, text);
  sett_junwind (env);
}

static void assertion (JNIEnv *env, int holds, const char *text) {
  if (!holds && speaker (env) && world.shared->orders.assertions)
    fail (env, SETT_VIOLATION_ASSERTION, "assertion '%s' does not hold", text);
}

void JNICALL sett_api_assert (JNIEnv *env, jclass c, jboolean holds) {
  (void)c;
  assertion (env, holds, "Sett.assertTrue");
}

void JNICALL sett_api_assert_text (JNIEnv *env, jclass c, jboolean holds,
                                   jstring text) {
  (void)c;
  if (holds || !text) {
    assertion (env, holds, "Sett.assertTrue");
    return;
  }
  const char *utf = (*env)->GetStringUTFChars (env, text, NULL);
  char kept[200];
  strncpy (kept, utf, sizeof kept - 1);
  kept[sizeof kept - 1] = 0;
  (*env)->ReleaseStringUTFChars (env, text, utf);
  assertion (env, holds, kept);
}

/* Others can still go wrong before the execution ends. */
void JNICALL sett_api_assume (JNIEnv *env, jclass c, jboolean holds) {
  (void)c;
  sett_jthread *t = speaker (env);
  if (holds || !t ||
      !sett_jvisible (env, t, SETT_DO_ASSUME, NULL, 0, 0, NULL,
                      sett_frame_here (env)))
    return;
  sett_jend (SETT_ASSUMED);
  sett_junwind (env);
}

void JNICALL sett_api_ignore (JNIEnv *env, jclass c, jboolean holds) {
  sett_api_assume (env, c, !holds);
}

/*------------------------------------------------------------------------*/
/* Atomic blocks: all of them are one object, and each is one event, unless the
   thread has to wait inside (scheduler.c). */

void JNICALL sett_api_begin (JNIEnv *env, jclass c) {
  (void)c;
  sett_jthread *t = speaker (env);
  if (!t || t->atomic++)
    return;
  const uint32_t blocks = sett_number_of_blocks ();
  if (!sett_jvisible (env, t, SETT_DO_ATOMIC, NULL, blocks, SETT_EFFECT_CHANGE,
                      NULL, sett_frame_here (env)))
    return;
  sett_jaffect (blocks, SETT_EFFECT_CHANGE, 0);
  sett_clock_acquire (t, world.blocks);
  world.in_atomic = (int)t->number;
}

void JNICALL sett_api_end (JNIEnv *env, jclass c) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (!t || world.over)
    return;
  if (!t->atomic) {
    fail (env, SETT_VIOLATION_MISUSE, "%s",
          "the end of an atomic block without its begin");
    return;
  }
  if (--t->atomic)
    return;
  SETT_ASSERT (world.in_atomic < 0 || world.in_atomic == (int)t->number);
  world.in_atomic = -1;
  sett_clock_release (t, &world.blocks);
}

/*------------------------------------------------------------------------*/

void JNICALL sett_api_unshared (JNIEnv *env, jclass c, jobject object) {
  (void)c;
  if (object && speaker (env))
    sett_thing_nameless (env, object)->unshared = 1;
}

void JNICALL sett_api_label (JNIEnv *env, jclass c, jstring name) {
  (void)c;
  const char *wanted = world.shared->orders.reach;
  if (!*wanted || !name || !speaker (env))
    return;
  const char *utf = (*env)->GetStringUTFChars (env, name, NULL);
  const int here = utf && !strcmp (utf, wanted);
  (*env)->ReleaseStringUTFChars (env, name, utf);
  if (here)
    fail (env, SETT_VIOLATION_LABEL, "label '%s' is reached", wanted);
}
