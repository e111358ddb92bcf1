/* Bounds that are learnt from executions (inferred.h). */

#include "inferred.h"

#include <assert.h>

static int learn_event (inferred *x, const sett_event *event,
                        const sett_effect *effects) {
  int is_new = 0;
  for (uint32_t i = 0; i < event->effects; i++) {
    const sett_effect *e = &effects[event->first + i];
    uint32_t *kinds = &x->kinds[event->thread][e->object];
    assert (e->object < INFERRED_OBJECTS);
    if (e->internal && e->kind != SETT_EFFECT_RELEASE &&
        e->kind != SETT_EFFECT_UNSHARE)
      continue;
    is_new |= !(*kinds >> e->kind & 1);
    *kinds |= 1u << e->kind;
  }
  return is_new;
}

int inferred_learn (inferred *x, const sett_log *log) {
  int is_new = 0;
  for (uint32_t i = 0; i < log->count; i++)
    is_new |= learn_event (x, &log->events[i], log->effects);
  for (unsigned t = 0; t < log->thread_count; t++)
    if (sett_threads_have (log->alive, t))
      is_new |= learn_event (x, &log->pending[t], log->effects);
  if (log->stopped && log->count) {
    const uint64_t bit = (uint64_t)1 << log->events[log->count - 1].thread;
    is_new |= !(x->ending & bit);
    x->ending |= bit;
  }
  return is_new;
}

static int may_create (const toy_program *p, unsigned t, unsigned other) {
  if (t == other)
    return 1;
  for (unsigned i = 0; i < p->length[t]; i++)
    if (p->code[t][i].code == TOY_CREATE &&
        may_create (p, p->code[t][i].a, other))
      return 1;
  return 0;
}

static int exist (void *data) {
  (void)data;
  return 1;
}

static int ends (void *data, uint32_t index, unsigned thread) {
  const inferred *x = data;
  (void)index;
  for (unsigned t = 0; t < x->program->threads; t++)
    if ((x->ending >> t & 1) && may_create (x->program, thread, t))
      return 1;
  return 0;
}

static int allows (void *data, uint32_t index, unsigned thread, uint32_t object,
                   uint32_t kinds) {
  const inferred *x = data;
  (void)index;
  for (unsigned t = 0; t < x->program->threads; t++)
    if ((x->kinds[t][object] & kinds) && may_create (x->program, thread, t))
      return 1;
  return 0;
}

sett_bounds inferred_bounds (inferred *x) {
  return (sett_bounds){x, exist, ends, allows};
}
