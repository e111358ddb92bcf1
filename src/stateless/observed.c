/* What threads were seen to do to objects: see observed.h.  A guess, which
   others check. */

#include "stateless/observed.h"

#include "base/assert.h"
#include "stateless/saved.h"

#include <string.h>

void sett_observed_release (sett_observed *o) {
  SETT_RELEASE (o->objects);
}

void sett_observed_save (const sett_observed *o, sett_saved *s) {
  SETT_SAVE_VECTOR (s, o->objects);
  sett_saved_put_number (s, o->threads);
  sett_saved_put (s, o->created, sizeof o->created);
  sett_saved_put_number (s, (uint64_t)o->ends_early);
}

void sett_observed_load (sett_observed *o, sett_saved *s) {
  SETT_LOAD_VECTOR (s, o->objects);
  o->threads = (uint32_t)sett_saved_get_number (s);
  s->failed |= o->threads > SETT_MOST_THREADS;
  sett_saved_get (s, o->created, sizeof o->created);
  o->ends_early = (int)sett_saved_get_number (s);
}

static int only_looks (const sett_effect *e) {
  return e->kind == SETT_EFFECT_LOAD || e->kind == SETT_EFFECT_AWAIT ||
         e->kind == SETT_EFFECT_LIVE;
}

static void note_effects (sett_observed *o, const sett_event *event,
                          const sett_effect *effects) {
  SETT_ASSERT (event->thread < o->threads);
  const unsigned self = event->thread;
  for (uint32_t i = 0; i < event->effects; i++) {
    const sett_effect *e = &effects[i];
    while (o->objects.count <= e->object)
      SETT_PUSH (o->objects,
                 ((sett_observed_object){SETT_NO_THREADS, SETT_NO_THREADS}));
    if (only_looks (e))
      sett_threads_add (&o->objects.at[e->object].lookers, self);
    else
      sett_threads_add (&o->objects.at[e->object].others, self);
  }
}

static void note_creation (sett_observed *o, const sett_log *log,
                           const sett_event *event) {
  if (event->operation == SETT_DO_START && event->cause < log->count)
    sett_threads_add (&o->created[log->events[event->cause].thread],
                      event->thread);
}

/* Of children, and their children. */
static void close_creation (sett_observed *o) {
  sett_thread_set old;
  for (unsigned t = 0; t < o->threads; t++)
    do {
      old = o->created[t];
      for (sett_thread_set rest = old; sett_threads_any (rest);
           rest = sett_threads_rest (rest))
        o->created[t] = sett_threads_or (o->created[t],
                                         o->created[sett_threads_first (rest)]);
    } while (!sett_threads_same (o->created[t], old));
}

void sett_observed_learn (sett_observed *o, const sett_log *log) {
  SETT_ASSERT (log->count <= log->room);
  if (log->thread_count > o->threads)
    o->threads = log->thread_count;
  for (uint32_t i = 0; i < log->count; i++) {
    note_effects (o, &log->events[i], log->effects + log->events[i].first);
    note_creation (o, log, &log->events[i]);
  }
  for (sett_thread_set rest = log->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_event *event = &log->pending[sett_threads_first (rest)];
    note_effects (o, event, log->effects + event->first);
  }
  close_creation (o);
  o->ends_early |= log->count && sett_threads_any (log->alive) &&
                   log->events[log->count - 1].operation == SETT_DO_END;
}

/* What the thread is about to do before the event `index`: null if that is not
   known. */
static const sett_event *pending (const sett_log *log, uint32_t index,
                                  unsigned thread) {
  for (uint32_t i = index; i < log->count; i++)
    if (log->events[i].thread == thread)
      return &log->events[i];
  return sett_threads_have (log->alive, thread) ? &log->pending[thread] : NULL;
}

/* Threads that exist in the state before the event `index`: their first event
   is, or will be, a start that was caused before. */
static sett_thread_set existing (const sett_log *log, uint32_t index) {
  sett_thread_set begun = SETT_NO_THREADS, result = SETT_NO_THREADS;
  for (uint32_t i = 0; i < log->count; i++) {
    const sett_event *e = &log->events[i];
    if (!sett_threads_have (begun, e->thread) &&
        (i < index || e->operation != SETT_DO_START ||
         e->cause == SETT_NO_CAUSE || e->cause < index))
      sett_threads_add (&result, e->thread);
    sett_threads_add (&begun, e->thread);
  }
  for (sett_thread_set rest = sett_threads_but (log->alive, begun);
       sett_threads_any (rest); rest = sett_threads_rest (rest)) {
    const sett_event *e = &log->pending[sett_threads_first (rest)];
    if (e->cause == SETT_NO_CAUSE || e->cause < index)
      sett_threads_add (&result, sett_threads_first (rest));
  }
  return result;
}

/* Threads with anything to do with an object of the event, by themselves or by
   what they are going to create. */
static sett_thread_set rivals_of (const sett_observed *o, const sett_log *log,
                                  const sett_event *event,
                                  sett_thread_set exist) {
  sett_thread_set result = SETT_NO_THREADS;
  for (uint32_t i = 0; i < event->effects; i++) {
    const sett_effect *e = &log->effects[event->first + i];
    if (e->object >= o->objects.count)
      continue;
    const sett_observed_object *object = &o->objects.at[e->object];
    result = sett_threads_or (result, object->others);
    if (!only_looks (e))
      result = sett_threads_or (result, object->lookers);
  }
  for (unsigned t = 0; t < o->threads; t++)
    if (sett_threads_any (
            sett_threads_but (sett_threads_and (o->created[t], result), exist)))
      sett_threads_add (&result, t);
  return sett_threads_and (result, exist);
}

/* The closure under rivalry.  A member that cannot go waits for others: all may
   be needed unless it waits for an object, which those others use. */
static sett_thread_set closure (const sett_observed *o, const sett_log *log,
                                uint32_t index, unsigned seed) {
  SETT_ASSERT (index < log->count);
  const sett_thread_set enabled = sett_log_enabled (log, index);
  const sett_thread_set exist = existing (log, index);
  sett_thread_set set = sett_threads_of (seed), todo = set;
  while (sett_threads_any (todo)) {
    const unsigned thread = sett_threads_first (todo);
    const sett_event *event = pending (log, index, thread);
    todo = sett_threads_rest (todo);
    if (!event || (!event->effects &&
                   (o->ends_early || !sett_threads_have (enabled, thread))))
      return sett_threads_all ();
    const sett_thread_set more =
        sett_threads_but (rivals_of (o, log, event, exist), set);
    set = sett_threads_or (set, more);
    todo = sett_threads_or (todo, more);
  }
  SETT_ASSERT (sett_threads_have (set, seed));
  return set;
}

sett_thread_set sett_observed_rivals (const sett_observed *o,
                                      const sett_log *log, uint32_t index) {
  SETT_ASSERT (index < log->count);
  const sett_thread_set enabled = sett_log_enabled (log, index);
  sett_thread_set best = closure (o, log, index, log->events[index].thread);
  for (sett_thread_set rest = enabled; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_thread_set set =
        closure (o, log, index, sett_threads_first (rest));
    if (sett_threads_count (sett_threads_and (set, enabled)) <
        sett_threads_count (sett_threads_and (best, enabled)))
      best = set;
  }
  SETT_ASSERT (sett_threads_any (sett_threads_and (best, enabled)));
  return best;
}
