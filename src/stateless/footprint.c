/* Operations whose effects cannot be foreseen: see footprint.h. */

#include "stateless/footprint.h"

#include "base/assert.h"
#include "kernel/object.h"

#include <string.h>

void sett_footprints_release (sett_footprints *f) {
  sett_log *log = &f->log;
  sett_free (log->events, log->room * sizeof *log->events);
  sett_free (log->effects, log->effect_room * sizeof *log->effects);
  SETT_RELEASE (f->all);
  SETT_RELEASE (f->uses);
}

/* A thread takes a signal or does not yet, which ends its process or not: one
   choice.  (As far as states are compared that is an operation like others,
   which may do anything to what it touches: no trait.) */
static int is_of_signal (const sett_event *event) {
  return event->operation == SETT_DO_HANDLE ||
         (event->operation == SETT_DO_EXIT && event->alternatives > 1);
}

int sett_footprint_counts (const sett_event *event) {
  return sett_operation_has (event->operation, SETT_TRAIT_LEARNT) ||
         is_of_signal (event);
}

static int compare (const sett_footprint *a, const sett_footprint *b) {
  if (a->place != b->place)
    return a->place < b->place ? -1 : 1;
  if (a->thread != b->thread)
    return a->thread < b->thread ? -1 : 1;
  if (a->operation != b->operation)
    return a->operation < b->operation ? -1 : 1;
  return a->object < b->object ? -1 : a->object > b->object;
}

/* The first one that is not smaller. */
static size_t find (const sett_footprints *f, const sett_footprint *wanted) {
  size_t low = 0, high = f->all.count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (compare (&f->all.at[middle], wanted) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  SETT_ASSERT (low == f->all.count || compare (&f->all.at[low], wanted) >= 0);
  return low;
}

static inline int is_sorted (const sett_footprints *f) {
  for (size_t i = 1; i < f->all.count; i++)
    if (compare (&f->all.at[i - 1], &f->all.at[i]) >= 0)
      return 0;
  return 1;
}

static int strength (uint8_t kind) {
  return kind == SETT_EFFECT_LOAD ? 0 : kind == SETT_EFFECT_STORE ? 1 : 2;
}

static int add (sett_footprints *f, const sett_footprint *one) {
  const size_t i = find (f, one);
  if (i < f->all.count && !compare (&f->all.at[i], one)) {
    if (strength (f->all.at[i].kind) >= strength (one->kind))
      return 0;
    f->all.at[i].kind = one->kind;
    return 1;
  }
  (void)SETT_PUSH_SLOT (f->all);
  memmove (f->all.at + i + 1, f->all.at + i,
           (f->all.count - 1 - i) * sizeof *f->all.at);
  f->all.at[i] = *one;
  SETT_ASSERT_SLOW (is_sorted (f));
  return 1;
}

/* What came after the operation is as certain as with any other one; and so is
   that its process lives. */
static int is_certain (const sett_effect *effect) {
  return effect->internal || effect->kind == SETT_EFFECT_LIVE;
}

static uint8_t operation_of (const sett_event *event) {
  return is_of_signal (event) ? SETT_DO_HANDLE : event->operation;
}

static sett_footprint begin (const sett_event *event) {
  return (sett_footprint){event->place, 0, event->thread, operation_of (event),
                          SETT_EFFECT_CHANGE};
}

/* As what does it count? */
static uint8_t kind_of (const sett_event *event, const sett_effect *effect) {
  const int counts = effect->kind == SETT_EFFECT_LOAD
                         ? event->operation == SETT_DO_POLL ||
                               event->operation == SETT_DO_FILE ||
                               event->operation == SETT_DO_ATOMIC
                         : effect->kind == SETT_EFFECT_STORE &&
                               (event->operation == SETT_DO_POLL ||
                                event->operation == SETT_DO_FILE);
  return counts ? effect->kind : SETT_EFFECT_CHANGE;
}

enum { UPDATED = 1, COMPARED = 2, MIXED = 3 };

/* True if the variable is now both updated and compared. */
static int note_use (sett_footprints *f, const sett_effect *effect) {
  uint8_t use;
  if (effect->kind == SETT_EFFECT_ADD)
    use = UPDATED;
  else if (effect->kind == SETT_EFFECT_AWAIT || effect->conditional)
    use = COMPARED;
  else
    return 0;
  while (f->uses.count <= effect->object)
    SETT_PUSH (f->uses, 0);
  uint8_t *uses = &f->uses.at[effect->object];
  SETT_ASSERT (use == UPDATED || use == COMPARED);
  if ((*uses | use) == *uses)
    return 0;
  *uses |= use;
  return *uses == MIXED;
}

static int is_mixed (const sett_footprints *f, uint32_t object) {
  return object < f->uses.count && f->uses.at[object] == MIXED;
}

static int note_uses (sett_footprints *f, const sett_log *log,
                      const sett_event *event) {
  int new = 0;
  for (uint32_t i = 0; i < event->effects; i++)
    new |= note_use (f, &log->effects[event->first + i]);
  f->mixed |= new;
  return new;
}

int sett_footprints_learn_one (sett_footprints *f, const sett_event *event,
                               const sett_effect *effects) {
  int new = 0;
  if (!sett_footprint_counts (event))
    return 0;
  for (uint32_t i = 0; i < event->effects; i++) {
    sett_footprint one = begin (event);
    one.object = effects[i].object;
    one.kind = kind_of (event, &effects[i]);
    if (!is_certain (&effects[i]))
      new |= add (f, &one);
  }
  return new;
}

int sett_footprints_learn (sett_footprints *f, const sett_log *log,
                           uint32_t start) {
  SETT_ASSERT (start <= log->count);
  int new = 0;
  for (sett_thread_set rest = log->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest))
    new |= note_uses (f, log, &log->pending[sett_threads_first (rest)]);
  for (uint32_t i = 0; i < log->displaced_count; i++)
    new |= note_uses (f, log, &log->displaced[i].event);
  for (uint32_t i = start; i < log->count; i++) {
    const sett_event *event = &log->events[i];
    new |= note_uses (f, log, event);
    new |= sett_footprints_learn_one (f, event, log->effects + event->first);
  }
  return new;
}

static void push_effect (sett_log *log, const sett_effect *effect) {
  if (log->effect_count == log->effect_room) {
    const uint32_t room = log->effect_room ? 2 * log->effect_room : 256;
    log->effects =
        sett_resize (log->effects, log->effect_room * sizeof *log->effects,
                     room * sizeof *log->effects);
    log->effect_room = room;
  }
  SETT_ASSERT (log->effect_count < log->effect_room);
  log->effects[log->effect_count++] = *effect;
}

/* What an event of its kind might do to the object; this one did so, if it is
   among its effects. */
static sett_effect possible_effect (const sett_footprint *one,
                                    const sett_event *event,
                                    const sett_effect *effects) {
  sett_effect effect = {.before = SETT_UNKNOWN_STATE,
                        .object = one->object,
                        .kind = SETT_EFFECT_CHANGE};
  if (one->kind == SETT_EFFECT_LOAD)
    effect.kind = SETT_EFFECT_LOAD;
  if (one->kind == SETT_EFFECT_CHANGE)
    return effect;
  for (uint32_t i = 0; i < event->effects; i++)
    if (effects[i].object == one->object && !effects[i].internal) {
      effect.before = effects[i].before;
      effect.kind = one->kind;
      break;
    }
  return effect;
}

/* Gives the event its effects in the copy. */
static void copy_effects (sett_footprints *f, sett_event *event,
                          const sett_effect *effects) {
  sett_log *log = &f->log;
  const uint32_t first = log->effect_count;
  sett_footprint wanted = begin (event);
  if (!sett_footprint_counts (event))
    for (uint32_t i = 0; i < event->effects; i++) {
      sett_effect effect = effects[i];
      if (effect.kind == SETT_EFFECT_ADD && is_mixed (f, effect.object))
        effect.kind = SETT_EFFECT_STORE;
      push_effect (log, &effect);
    }
  else
    for (size_t i = find (f, &wanted); i < f->all.count; i++) {
      const sett_footprint *one = &f->all.at[i];
      wanted.object = one->object;
      if (compare (one, &wanted))
        break;
      const sett_effect effect = possible_effect (one, event, effects);
      push_effect (log, &effect);
    }
  if (sett_footprint_counts (event))
    for (uint32_t i = 0; i < event->effects; i++)
      if (is_certain (&effects[i]))
        push_effect (log, &effects[i]);
  event->first = first;
  event->effects = (uint16_t)(log->effect_count - first);
  SETT_ASSERT (first + event->effects == log->effect_count);
}

const sett_log *sett_footprints_extend (sett_footprints *f,
                                        const sett_log *log) {
  sett_log *copy = &f->log;
  if (!f->all.count && !f->mixed)
    return log;
  if (copy->room < log->count) {
    copy->events = sett_resize (copy->events, copy->room * sizeof *copy->events,
                                log->room * sizeof *copy->events);
    copy->room = log->room;
  }
  copy->effect_count = 0;
  copy->count = log->count;
  copy->ending = log->ending;
  copy->stopped = log->stopped;
  copy->enabled = log->enabled;
  copy->alive = log->alive;
  copy->far_enabled = log->far_enabled;
  copy->thread_count = log->thread_count;
  memcpy (copy->events, log->events, log->count * sizeof *log->events);
  SETT_ASSERT (copy->room >= log->count);
  for (uint32_t i = 0; i < log->count; i++)
    copy_effects (f, &copy->events[i], log->effects + log->events[i].first);
  for (sett_thread_set rest = log->alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const unsigned t = sett_threads_first (rest);
    copy->pending[t] = log->pending[t];
    copy_effects (f, &copy->pending[t], log->effects + log->pending[t].first);
  }
  copy->displaced_count = log->displaced_count;
  for (uint32_t i = 0; i < log->displaced_count; i++) {
    copy->displaced[i] = log->displaced[i];
    copy_effects (f, &copy->displaced[i].event,
                  log->effects + log->displaced[i].event.first);
  }
  return copy;
}
