/* Readers and gates: see lock_gates.h.  What always holds: while a thread has
   the lock alone nobody counts as a reader, though it may read as well; then it
   counts when it gives the lock back. */

#include "java/agent/lock_gates.h"

#include "base/assert.h"
#include "java/agent/monitors.h"
#include "java/agent/promoted_memory.h"
#include "java/agent/scheduler.h"
#include "java/agent/things.h"
#include "java/agent/vector_clocks.h"

int sett_gates_are (void) {
  return sett_promoted_has (SETT_LEARNT_GATES);
}

static int may_pass (const sett_jthread *t) {
  return sett_effect_possible (t->intent, t->thing->reading->gate);
}

static void move (sett_thing *m, sett_effect_kind kind) {
  sett_jreading *r = m->reading;
  sett_jaffect (sett_thing_queue (m), kind, r->gate);
  r->gate = sett_effect_apply (kind, r->gate, world.current);
}

int sett_gate_enter (JNIEnv *env, sett_jthread *t, sett_thing *m,
                     sett_effect_kind kind, uintptr_t place) {
  SETT_ASSERT (kind == SETT_EFFECT_SHARE || kind == SETT_EFFECT_ACQUIRE);
  if (!sett_gates_are ())
    return 1;
  if (!sett_jvisible (env, t,
                      kind == SETT_EFFECT_SHARE ? SETT_DO_RDLOCK_COME
                                                : SETT_DO_WRLOCK_COME,
                      m, sett_thing_queue (m), kind, may_pass, place))
    return 0;
  move (m, kind);
  return 1;
}

void sett_gate_leave (sett_thing *m, sett_effect_kind kind) {
  if (sett_gates_are ())
    move (m, kind == SETT_EFFECT_SHARE ? SETT_EFFECT_UNSHARE
                                       : SETT_EFFECT_RELEASE);
}

void sett_reading_begin (JNIEnv *env, sett_jthread *t, sett_thing *m,
                         uintptr_t place) {
  SETT_ASSERT (m->owner < 0);
  sett_jaffect (sett_thing_monitor (m), SETT_EFFECT_SHARE, sett_lock_word (m));
  m->readers++;
  t->sharing++;
  sett_clock_acquire (t, m->clock);
  sett_monitor_hold (env, t, m, place, 1);
}

void sett_reading_end (sett_jthread *t, sett_thing *m) {
  SETT_ASSERT (m->readers && t->sharing);
  sett_jaffect (sett_thing_monitor (m), SETT_EFFECT_UNSHARE,
                sett_lock_word (m));
  m->readers--;
  t->sharing--;
  sett_clock_release (t, &m->reading->clock);
  sett_monitor_let_go (t, m);
}
