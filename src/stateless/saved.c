/* What a search knows, as bytes: see saved.h. */

#include "stateless/saved.h"

#include "base/assert.h"
#include "base/hash.h"

void sett_saved_put (sett_saved *s, const void *bytes, size_t count) {
  if (!count)
    return;
  if (s->room - s->count < count) {
    size_t room = s->room ? s->room : 4096;
    while (room - s->count < count)
      room *= 2;
    s->at = sett_resize (s->at, s->room, room);
    s->room = room;
  }
  memcpy (s->at + s->count, bytes, count);
  s->count += count;
  SETT_ASSERT (s->count <= s->room);
}

void sett_saved_get (sett_saved *s, void *to, size_t count) {
  if (!count)
    return;
  SETT_ASSERT (s->from <= s->count);
  s->failed |= count > s->count - s->from;
  if (s->failed) {
    memset (to, 0, count);
    return;
  }
  memcpy (to, s->at + s->from, count);
  s->from += count;
}

uint64_t sett_saved_get_count (sett_saved *s, size_t size) {
  const uint64_t count = sett_saved_get_number (s);
  SETT_ASSERT (size);
  s->failed |= count > (s->count - s->from) / size;
  return s->failed ? 0 : count;
}

void sett_saved_put_event (sett_saved *s, const sett_event *event,
                           const sett_effect *effects) {
  sett_saved_put (s, event, sizeof *event);
  sett_saved_put (s, effects, event->effects * sizeof *effects);
}

const sett_effect *sett_saved_get_event (sett_saved *s, sett_event *event) {
  sett_saved_get (s, event, sizeof *event);
  if (s->effect_room < event->effects) {
    sett_free (s->effects, s->effect_room * sizeof *s->effects);
    s->effect_room = event->effects;
    s->effects = sett_alloc (s->effect_room * sizeof *s->effects);
  }
  sett_saved_get (s, s->effects, event->effects * sizeof *s->effects);
  return s->effects;
}

/*------------------------------------------------------------------------*/
/* Plans. */

void sett_saved_put_plan (sett_saved *s, const sett_plan *plan) {
  sett_plan flat = *plan;
  flat.choices = NULL;
  flat.sleepers = NULL;
  flat.priority = NULL;
  flat.changes = NULL;
  sett_saved_put (s, &flat, sizeof flat);
  sett_saved_put (s, plan->choices, plan->length * sizeof *plan->choices);
  for (uint32_t i = 0; i < plan->sleep_count; i++)
    sett_saved_put_event (s, plan->sleepers[i].event,
                          plan->sleepers[i].effects);
  sett_saved_put_number (s, plan->priority != NULL);
  if (plan->priority)
    sett_saved_put (s, plan->priority,
                    SETT_MOST_THREADS * sizeof *plan->priority);
  sett_saved_put (s, plan->changes, plan->change_count * sizeof (uint32_t));
}

/* Memory for `count` things that the bytes must have. */
static void *get_array (sett_saved *s, uint32_t *count, size_t size) {
  if (*count > (s->count - s->from) / size)
    s->failed = 1;
  if (s->failed)
    *count = 0;
  return sett_zalloc (*count, size);
}

/* Effects are counted first: sleepers point to them. */
static void get_sleepers (sett_saved *s, sett_saved_plan *p) {
  const size_t start = s->from;
  p->events = get_array (s, &p->plan.sleep_count, sizeof *p->events);
  p->sleepers = sett_zalloc (p->plan.sleep_count, sizeof *p->sleepers);
  for (uint32_t i = 0; i < p->plan.sleep_count; i++) {
    sett_saved_get_event (s, &p->events[i]);
    p->effect_count += p->events[i].effects;
  }
  p->effects = sett_zalloc (p->effect_count, sizeof *p->effects);
  uint32_t used = 0;
  s->from = start;
  for (uint32_t i = 0; i < p->plan.sleep_count; i++) {
    const sett_effect *effects = sett_saved_get_event (s, &p->events[i]);
    sett_effect *own = p->effects + used;
    if (p->events[i].effects)
      memcpy (own, effects, p->events[i].effects * sizeof *own);
    used += p->events[i].effects;
    p->sleepers[i] = (sett_sleeper){&p->events[i], own};
  }
  SETT_ASSERT (used <= p->effect_count);
}

void sett_saved_get_plan (sett_saved *s, sett_saved_plan *p) {
  *p = (sett_saved_plan){0};
  sett_saved_get (s, &p->plan, sizeof p->plan);
  p->choices = get_array (s, &p->plan.length, sizeof *p->choices);
  sett_saved_get (s, p->choices, p->plan.length * sizeof *p->choices);
  p->plan.choices = p->choices;
  get_sleepers (s, p);
  p->plan.sleepers = p->sleepers;
  if (sett_saved_get_number (s)) {
    sett_saved_get (s, p->priority, sizeof p->priority);
    p->plan.priority = p->priority;
  }
  p->changes = get_array (s, &p->plan.change_count, sizeof *p->changes);
  sett_saved_get (s, p->changes, p->plan.change_count * sizeof *p->changes);
  p->plan.changes = p->changes;
}

void sett_saved_plan_release (sett_saved_plan *p) {
  sett_free (p->choices, p->plan.length * sizeof *p->choices);
  sett_free (p->sleepers, p->plan.sleep_count * sizeof *p->sleepers);
  sett_free (p->events, p->plan.sleep_count * sizeof *p->events);
  sett_free (p->effects, p->effect_count * sizeof *p->effects);
  sett_free (p->changes, p->plan.change_count * sizeof *p->changes);
}

/*------------------------------------------------------------------------*/
/* Digests: field by field, as there are holes between fields. */

static uint64_t mix (uint64_t digest, uint64_t number) {
  return sett_mix64 (digest * 3 + number);
}

static uint64_t add_event (uint64_t digest, const sett_log *log,
                           const sett_event *e) {
  digest = mix (digest, e->place);
  digest = mix (digest, (uint64_t)e->thread << 8 | e->operation);
  digest = mix (digest, (uint64_t)e->alternative << 16 | e->alternatives);
  digest = mix (digest, (uint64_t)e->cause << 16 | e->effects);
  for (uint32_t i = 0; i < e->effects; i++) {
    const sett_effect *f = &log->effects[e->first + i];
    digest = mix (digest, f->before);
    digest = mix (digest, f->wanted);
    digest = mix (digest, (uint64_t)f->object << 8 | f->kind);
    digest = mix (digest, (uint64_t)f->changed << 16 | f->internal << 8 |
                              f->conditional);
  }
  return digest;
}

uint64_t sett_saved_digest_of_events (const sett_log *log) {
  uint64_t digest = log->count;
  for (uint32_t i = 0; i < log->count; i++) {
    digest = mix (digest, sett_threads_hash (sett_log_enabled (log, i)));
    digest = add_event (digest, log, &log->events[i]);
  }
  return digest;
}

uint64_t sett_saved_digest (const sett_log *log) {
  uint64_t digest = mix (sett_saved_digest_of_events (log), log->ending);
  digest = mix (digest, sett_threads_hash (log->enabled));
  digest = mix (digest, sett_threads_hash (log->alive));
  digest = mix (digest, sett_threads_hash (log->spreading));
  digest = mix (digest, (uint64_t)log->stopped << 32 | log->thread_count);
  for (sett_thread_set rest = log->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    digest = add_event (digest, log, &log->pending[sett_threads_first (rest)]);
  return digest;
}
