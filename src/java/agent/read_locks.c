/* Reading: see lock_gates.h.  Who reads already, or has the lock alone, may
   read again at once, and nobody else can tell. */

#include "java/agent/read_locks.h"

#include "base/assert.h"
#include "java/agent/interrupts.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/lock_gates.h"
#include "java/agent/monitors.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/reentrant_locks.h"
#include "java/agent/scheduler.h"
#include "java/agent/stack_frames.h"
#include "java/agent/things.h"

static int may_read (const sett_jthread *t) {
  return t->thing->owner < 0;
}

static int may_read_or_interrupted (const sett_jthread *t) {
  return may_read (t) || t->interrupted;
}

static int has_it (const sett_jthread *t, const sett_thing *m) {
  return m->owner == (int)t->number || m->reading->holds[t->number];
}

/* It does not get it. */
static void fail (sett_thing *m) {
  sett_jaffect (sett_thing_monitor (m), SETT_EFFECT_ASK, sett_lock_word (m));
  if (world.narrating)
    sett_narrate_failed ();
}

static void get (JNIEnv *env, sett_jthread *t, sett_thing *m, uintptr_t place) {
  sett_reading_begin (env, t, m, place);
  m->reading->holds[t->number] = 1;
}

static void wait_to_read (JNIEnv *env, sett_jthread *t, sett_thing *m,
                          sett_jguard guard) {
  const uintptr_t place = sett_frame_here (env);
  const int stops = guard == may_read_or_interrupted;
  if (!sett_gate_enter (env, t, m, SETT_EFFECT_SHARE, place))
    return;
  t->spreads = sett_gates_are ();
  const int goes_on =
      sett_jvisible (env, t, SETT_DO_RDLOCK, m, sett_thing_monitor (m),
                     SETT_EFFECT_SHARE, guard, place);
  t->spreads = 0;
  if (!goes_on)
    return;
  sett_gate_leave (m, SETT_EFFECT_SHARE);
  if (stops && t->interrupted)
    fail (m);
  else
    get (env, t, m, place);
}

static void begin (JNIEnv *env, sett_jthread *t, jobject lock,
                   sett_jguard guard) {
  sett_thing *m = sett_lock_of (env, lock);
  SETT_ASSERT (m->reading);
  if (!has_it (t, m))
    wait_to_read (env, t, m, guard);
  else if (!(guard == may_read_or_interrupted && t->interrupted))
    m->reading->holds[t->number]++;
  t->muted += !world.over;
}

void JNICALL sett_read_lock (JNIEnv *env, jclass c, jobject lock) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (t)
    begin (env, t, lock, may_read);
}

void JNICALL sett_read_interruptibly (JNIEnv *env, jclass c, jobject lock) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (!t)
    return;
  begin (env, t, lock, may_read_or_interrupted);
  if (!world.over)
    sett_interrupt_look (t);
}

/* Who tries gets it unless somebody has it alone, whoever waits. */
static void ask (JNIEnv *env, sett_jthread *t, sett_thing *m) {
  const uintptr_t place = sett_frame_here (env);
  if (has_it (t, m)) {
    m->reading->holds[t->number]++;
    return;
  }
  if (!sett_jvisible (env, t, SETT_DO_TRYRDLOCK, m, sett_thing_monitor (m),
                      SETT_EFFECT_ASK, NULL, place))
    return;
  if (m->owner < 0)
    get (env, t, m, place);
  else
    fail (m);
}

void JNICALL sett_read_try (JNIEnv *env, jclass c, jobject lock) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (!t)
    return;
  ask (env, t, sett_lock_of (env, lock));
  t->muted += !world.over;
}

/* One who waits for a while looks at the gate: nobody can say beforehand what
   comes of it. */
static void ask_for_a_while (JNIEnv *env, sett_jthread *t, sett_thing *m) {
  const uintptr_t place = sett_frame_here (env);
  sett_jlearn (SETT_LEARNT_GATES);
  if (world.over) {
    sett_junwind (env);
    return;
  }
  t->spreads = 1;
  const int goes_on =
      sett_jvisible (env, t, SETT_DO_TRYRDLOCK, m, sett_thing_monitor (m),
                     SETT_EFFECT_CHANGE, NULL, place);
  t->spreads = 0;
  if (!goes_on)
    return;
  sett_jaffect (sett_thing_monitor (m), SETT_EFFECT_CHANGE, sett_lock_word (m));
  sett_jaffect (sett_thing_queue (m), SETT_EFFECT_CHANGE, m->reading->gate);
  if (m->owner < 0 && !t->interrupted &&
      sett_effect_possible (SETT_EFFECT_SHARE, m->reading->gate))
    get (env, t, m, place);
  else
    fail (m);
}

jboolean JNICALL sett_read_try_for (JNIEnv *env, jclass c, jobject lock,
                                    jlong time, jobject unit) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (t && world.over) {
    sett_junwind (env);
    return 0;
  }
  if (t) {
    sett_thing *m = sett_lock_of (env, lock);
    if (has_it (t, m))
      m->reading->holds[t->number]++;
    else
      ask_for_a_while (env, t, m);
    if (world.over)
      return 0;
    if (sett_interrupt_take (env, t))
      return 0;
    if (!has_it (t, m)) {
      sett_lock_time_out (env, t, time, unit);
      return 0;
    }
  }
  return sett_lock_call_quietly (env, lock, "tryLock");
}

void JNICALL sett_read_unlock (JNIEnv *env, jclass c, jobject lock) {
  (void)c;
  sett_jthread *t = sett_around (env);
  if (!t)
    return;
  sett_thing *m = sett_lock_of (env, lock);
  uint32_t *holds = &m->reading->holds[t->number];
  if (*holds > 1 || (*holds && m->owner == (int)t->number))
    --*holds;
  else if (*holds) {
    if (!sett_jvisible (env, t, SETT_DO_RWUNLOCK, m, sett_thing_monitor (m),
                        SETT_EFFECT_UNSHARE, NULL, sett_frame_here (env)))
      return;
    sett_reading_end (t, m);
    *holds = 0;
  }
  t->muted++;
}
