/* What a thread is about to do: see pending.h.  One that waits for something
   else than its object (for a signal, for the end of another thread) has no
   effects. */

#include "runtime/sched/pending.h"

#include "base/assert.h"
#include "kernel/object.h"
#include "runtime/core/knowledge.h"
#include "runtime/core/os_model.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

static void add_effect (sett_event *e, const void *object,
                        sett_effect_kind kind, uint64_t before) {
  sett_log *log = engine.log;
  SETT_ASSERT (log->effect_count <= log->effect_room);
  if (log->effect_count == log->effect_room)
    return;
  log->effects[log->effect_count++] = (sett_effect){
      .before = before, .object = sett_object_number (object), .kind = kind};
  e->effects++;
}

void sett_pending_describe (const sett_thread *t, sett_event *e) {
  *e = (sett_event){.place = t->place,
                    .first = engine.log->effect_count,
                    .thread = t->number,
                    .operation = t->operation,
                    .alternatives = 1,
                    .cause = t->cause};
  const int hopeless =
      (t->waiting && !t->signalled && !t->timed) || t->vain.waits;
  if (t->operation == SETT_DO_AWAIT)
    for (uint32_t i = 0; i < t->spin.count; i++) {
      const sett_glance *g = &sett_glances_of (t)[i];
      add_effect (e, g->object, SETT_EFFECT_AWAIT, g->value);
      engine.log->effects[engine.log->effect_count - 1].changed =
          sett_spin_changed (g) != 0;
    }
  else if (t->has_object && !hopeless)
    add_effect (e, t->object, t->intent,
                t->intent == SETT_EFFECT_NEXT ? SETT_UNKNOWN_STATE : 0);
  if (engine.signalled)
    add_effect (e, &os_model->lives[engine.process].signals, SETT_EFFECT_LOAD,
                0);
}

void sett_pending_displaced (const sett_thread *t) {
  sett_log *log = engine.log;
  if (log->displaced_count == SETT_MOST_DISPLACED) {
    sett_note_add (1, t->place,
                   "too many signals interrupt what waits: not all orders are "
                   "tried");
    return;
  }
  sett_displaced *d = &log->displaced[log->displaced_count++];
  d->index = log->count - 1;
  sett_pending_describe (t, &d->event);
  sett_current_event ()->first = log->effect_count;
}
