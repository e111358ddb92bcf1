/* What threads were seen to do to objects: see observed.h.  A guess, which
   others check. */

#include "stateless/observed.h"

#include "base/assert.h"

#include <string.h>

void sett_observed_release (sett_observed *o) {
  SETT_RELEASE (o->objects);
}

static int only_looks (const sett_effect *e) {
  return e->kind == SETT_EFFECT_LOAD || e->kind == SETT_EFFECT_AWAIT ||
         e->kind == SETT_EFFECT_LIVE;
}

static void note_effects (sett_observed *o, const sett_event *event,
                          const sett_effect *effects) {
  SETT_ASSERT (event->thread < SETT_MOST_THREADS);
  const uint64_t self = (uint64_t)1 << event->thread;
  for (uint32_t i = 0; i < event->effects; i++) {
    const sett_effect *e = &effects[i];
    while (o->objects.count <= e->object)
      SETT_PUSH (o->objects, ((sett_observed_object){0, 0}));
    if (only_looks (e))
      o->objects.at[e->object].lookers |= self;
    else
      o->objects.at[e->object].others |= self;
  }
}

static void note_creation (sett_observed *o, const sett_log *log,
                           const sett_event *event) {
  if (event->operation == SETT_DO_START && event->cause < log->count)
    o->created[log->events[event->cause].thread] |= (uint64_t)1
                                                    << event->thread;
}

/* Of children, and their children. */
static void close_creation (sett_observed *o) {
  uint64_t old;
  for (unsigned t = 0; t < SETT_MOST_THREADS; t++)
    do {
      old = o->created[t];
      for (uint64_t rest = old; rest; rest &= rest - 1)
        o->created[t] |= o->created[__builtin_ctzll (rest)];
    } while (o->created[t] != old);
}

void sett_observed_learn (sett_observed *o, const sett_log *log) {
  SETT_ASSERT (log->count <= log->room);
  for (uint32_t i = 0; i < log->count; i++) {
    note_effects (o, &log->events[i], log->effects + log->events[i].first);
    note_creation (o, log, &log->events[i]);
  }
  for (uint64_t rest = log->alive; rest; rest &= rest - 1) {
    const sett_event *event = &log->pending[__builtin_ctzll (rest)];
    note_effects (o, event, log->effects + event->first);
  }
  close_creation (o);
  o->ends_early |= log->count && log->alive &&
                   log->events[log->count - 1].operation == SETT_DO_END;
}

/* What the thread is about to do before the event `index`: null if that is not
   known. */
static const sett_event *pending (const sett_log *log, uint32_t index,
                                  unsigned thread) {
  for (uint32_t i = index; i < log->count; i++)
    if (log->events[i].thread == thread)
      return &log->events[i];
  return log->alive >> thread & 1 ? &log->pending[thread] : NULL;
}

/* Threads that exist in the state before the event `index`: their first event
   is, or will be, a start that was caused before. */
static uint64_t existing (const sett_log *log, uint32_t index) {
  uint64_t begun = 0, result = 0;
  for (uint32_t i = 0; i < log->count; i++) {
    const sett_event *e = &log->events[i];
    const uint64_t bit = (uint64_t)1 << e->thread;
    if (!(begun & bit) && (i < index || e->operation != SETT_DO_START ||
                           e->cause == SETT_NO_CAUSE || e->cause < index))
      result |= bit;
    begun |= bit;
  }
  for (uint64_t rest = log->alive & ~begun; rest; rest &= rest - 1) {
    const sett_event *e = &log->pending[__builtin_ctzll (rest)];
    if (e->cause == SETT_NO_CAUSE || e->cause < index)
      result |= rest & -rest;
  }
  return result;
}

/* Threads with anything to do with an object of the event, by themselves or by
   what they are going to create. */
static uint64_t rivals_of (const sett_observed *o, const sett_log *log,
                           const sett_event *event, uint64_t exist) {
  uint64_t result = 0;
  for (uint32_t i = 0; i < event->effects; i++) {
    const sett_effect *e = &log->effects[event->first + i];
    if (e->object >= o->objects.count)
      continue;
    const sett_observed_object *object = &o->objects.at[e->object];
    result |= object->others | (only_looks (e) ? 0 : object->lookers);
  }
  for (unsigned t = 0; t < SETT_MOST_THREADS; t++)
    if (o->created[t] & result & ~exist)
      result |= (uint64_t)1 << t;
  return result & exist;
}

/* The closure under rivalry.  A member that cannot go waits for others: all may
   be needed unless it waits for an object, which those others use. */
static uint64_t closure (const sett_observed *o, const sett_log *log,
                         uint32_t index, unsigned seed) {
  SETT_ASSERT (index < log->count);
  const uint64_t enabled = log->events[index].enabled;
  const uint64_t exist = existing (log, index);
  uint64_t set = (uint64_t)1 << seed, todo = set;
  while (todo) {
    const unsigned thread = __builtin_ctzll (todo);
    const sett_event *event = pending (log, index, thread);
    todo &= todo - 1;
    if (!event ||
        (!event->effects && (o->ends_early || !(enabled >> thread & 1))))
      return ~(uint64_t)0;
    const uint64_t more = rivals_of (o, log, event, exist) & ~set;
    set |= more;
    todo |= more;
  }
  SETT_ASSERT (set >> seed & 1);
  return set;
}

uint64_t sett_observed_rivals (const sett_observed *o, const sett_log *log,
                               uint32_t index) {
  SETT_ASSERT (index < log->count);
  const uint64_t enabled = log->events[index].enabled;
  uint64_t best = closure (o, log, index, log->events[index].thread);
  for (uint64_t rest = enabled; rest; rest &= rest - 1) {
    const uint64_t set = closure (o, log, index, __builtin_ctzll (rest));
    if (__builtin_popcountll (set & enabled) <
        __builtin_popcountll (best & enabled))
      best = set;
  }
  SETT_ASSERT (best & enabled);
  return best;
}
