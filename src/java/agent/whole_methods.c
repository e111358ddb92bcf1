/* One operation: see whole_methods.h.  What always holds: an event goes on only
   if it is the last one of all, so that nobody was there in between. */

#include "java/agent/whole_methods.h"

#include "base/assert.h"
#include "base/hash.h"
#include "java/agent/jvm_upcalls.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/stack_frames.h"

static jint depth_here (void) {
  jint depth = 0;
  (*world.jvmti)->GetFrameCount (world.jvmti, NULL, &depth);
  return depth;
}

enum {
  LEVELS =
      sizeof world.threads->whole.levels / sizeof *world.threads->whole.levels
};

/* Is it the JDK that runs, and not the program's code that it has called? */
int sett_whole_is_inside (const sett_jthread *t) {
  const unsigned depth = t->whole.depth;
  return depth && depth <= LEVELS &&
         sett_frames_are_foreign (depth_here () -
                                  t->whole.levels[depth - 1].frames);
}

void JNICALL sett_hook_whole (JNIEnv *env, jclass c, jint site) {
  (void)env, (void)c;
  sett_jthread *t = sett_jself_any ();
  if (!t)
    return;
  const int by_program = !sett_whole_is_inside (t);
  const unsigned level = t->whole.depth++;
  if (level < LEVELS) {
    t->whole.levels[level].frames = depth_here ();
    t->whole.levels[level].by_program = by_program;
    t->whole.levels[level].together = sett_jup->place_is_together (site);
  }
  if (by_program)
    t->whole.last = 0;
}

void JNICALL sett_hook_whole_end (JNIEnv *env, jclass c, jint site) {
  (void)env, (void)c, (void)site;
  sett_jthread *t = sett_jself_any ();
  if (!t || !t->whole.depth) /* it began outside of the execution */
    return;
  const unsigned level = --t->whole.depth;
  if (level >= LEVELS || t->whole.levels[level].by_program)
    t->whole.last = 0;
}

void JNICALL sett_whole_apart (JNIEnv *env, jclass c) {
  (void)env, (void)c;
  sett_jthread *t = sett_jself_any ();
  if (t)
    t->whole.last = 0;
}

/* Is it in a method that is a part of its operation in any case? */
static int is_together (const sett_jthread *t) {
  const unsigned depth = t->whole.depth;
  return depth && depth <= LEVELS && t->whole.levels[depth - 1].together &&
         !sett_promoted_has (SETT_LEARNT_IDLE);
}

/* May it last for a while, are others waited for, or does it touch what is not
   of the JDK's objects alone: whether a thread of the program's is interrupted?
 */
static int pauses (const sett_jthread *t, sett_operation operation) {
  return operation == SETT_DO_PARK ||
         (operation == SETT_DO_INTERRUPT && !is_together (t)) ||
         operation == SETT_DO_LEAVE || operation == SETT_DO_WAKE ||
         operation == SETT_DO_SLEEP || operation == SETT_DO_YIELD ||
         operation == SETT_DO_JOIN || operation == SETT_DO_TIMEDLOCK;
}

/* Is what such methods do one operation at all? */
static int are_whole (void) {
  return !world.guest && !world.all_visible &&
         !sett_promoted_has (SETT_LEARNT_STEPS);
}

sett_operation sett_whole_operation (sett_jthread *t) {
  t->whole.begins = !t->guard && !t->whole.alone && !pauses (t, t->operation) &&
                    are_whole () && sett_whole_is_inside (t);
  if (!t->whole.begins)
    return t->operation;
  t->whole.place = sett_mix64 (sett_frames_digest () + t->object_number);
  return SETT_DO_ATOMIC;
}

int sett_whole_goes_on (const sett_jthread *t, sett_operation operation) {
  SETT_ASSERT (t->whole.last <= world.log->count);
  return t->whole.last && t->whole.last == world.log->count &&
         !t->whole.alone && !pauses (t, operation) && sett_whole_is_inside (t);
}

void sett_whole_stores (sett_jthread *t, uint32_t object) {
  const sett_log *log = world.log;
  if (!t->whole.last || t->whole.last != log->count || is_together (t))
    return;
  const sett_event *e = &log->events[log->count - 1];
  for (uint32_t i = 0; i < e->effects; i++)
    if (log->effects[e->first + i].object == object &&
        log->effects[e->first + i].kind == SETT_EFFECT_STORE)
      t->whole.last = 0;
}

void sett_whole_begun (sett_jthread *t) {
  t->whole.last = t->whole.begins ? world.log->count : 0;
}
