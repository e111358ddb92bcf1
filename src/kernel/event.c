#include "kernel/event.h"

#include <stddef.h>

enum {
#define EFFECT(NAME, ...) NAME = 1u << SETT_EFFECT_##NAME,
#include "kernel/effect.def"
#undef EFFECT
};

const uint32_t sett_effect_conflicts[SETT_EFFECTS] = {
#define EFFECT(NAME, WITH) [SETT_EFFECT_##NAME] = (WITH),
#include "kernel/effect.def"
#undef EFFECT
};

static int conflicting (const sett_effect *a, const sett_effect *b) {
  return a->object == b->object && sett_effects_conflict (a->kind, b->kind);
}

int sett_events_dependent (const sett_event *a, const sett_effect *of_a,
                           const sett_event *b, const sett_effect *of_b) {
  if (a->thread == b->thread)
    return 1;
  if (a->operation == SETT_DO_END || b->operation == SETT_DO_END)
    return 1;
  for (size_t i = 0; i < a->effects; i++)
    for (size_t j = 0; j < b->effects; j++)
      if (conflicting (&of_a[i], &of_b[j]))
        return 1;
  return 0;
}

static int leaves_one (const sett_effect *executed, const sett_effect *other) {
  return executed->kind == SETT_EFFECT_ARRIVE && executed->before == 2 &&
         other->kind == SETT_EFFECT_ARRIVE && executed->object == other->object;
}

int sett_event_wakes (const sett_event *a, const sett_effect *of_a,
                      const sett_event *b, const sett_effect *of_b) {
  if (sett_events_dependent (a, of_a, b, of_b))
    return 1;
  for (size_t i = 0; i < a->effects; i++)
    for (size_t j = 0; j < b->effects; j++)
      if (leaves_one (&of_a[i], &of_b[j]))
        return 1;
  return 0;
}

/* Does the event acquire and release the object, and nothing else? */
static int passes_through (const sett_event *event, const sett_effect *effects,
                           uint32_t object) {
  static const uint8_t expected[] = {SETT_EFFECT_ACQUIRE, SETT_EFFECT_RELEASE};
  size_t count = 0;
  for (size_t i = 0; i < event->effects; i++) {
    if (effects[i].object != object)
      continue;
    if (count == 2 || effects[i].kind != expected[count])
      return 0;
    count++;
  }
  return count == 2;
}

/* Conditional dependency: what the object was like before counts.  The sleeper
   was possible then, too. */
static int commute_then (const sett_effect *executed,
                         const sett_effect *other) {
  if (executed->kind == SETT_EFFECT_TAKE && other->kind == SETT_EFFECT_TAKE)
    return executed->before >= 2;
  return (executed->kind == SETT_EFFECT_TAKE ||
          executed->kind == SETT_EFFECT_GIVE) &&
         (other->kind == SETT_EFFECT_TAKE || other->kind == SETT_EFFECT_GIVE) &&
         executed->before > 0;
}

/* How often does the event use the object? */
static int uses_once (const sett_event *event, const sett_effect *effects,
                      uint32_t object) {
  size_t count = 0;
  for (size_t i = 0; i < event->effects; i++)
    count += effects[i].object == object;
  return count == 1;
}

int sett_transition_wakes (const sett_event *a, const sett_effect *of_a,
                           const sett_event *b, const sett_effect *of_b) {
  if (a->thread == b->thread || a->operation == SETT_DO_END ||
      b->operation == SETT_DO_END)
    return 1;
  for (size_t i = 0; i < a->effects; i++)
    for (size_t j = 0; j < b->effects; j++) {
      const uint32_t object = of_a[i].object;
      if (leaves_one (&of_a[i], &of_b[j]))
        return 1;
      if (!conflicting (&of_a[i], &of_b[j]) ||
          (passes_through (a, of_a, object) &&
           passes_through (b, of_b, object)))
        continue;
      if (!commute_then (&of_a[i], &of_b[j]) || !uses_once (a, of_a, object) ||
          !uses_once (b, of_b, object))
        return 1;
    }
  return 0;
}

int sett_operation_is_local (sett_operation operation) {
  switch (operation) {
  case SETT_DO_START:
  case SETT_DO_CREATE:
  case SETT_DO_JOIN:
  case SETT_DO_FINISH:
  case SETT_DO_LOCK:
  case SETT_DO_UNLOCK:
  case SETT_DO_TRYLOCK:
  case SETT_DO_TIMEDLOCK:
  case SETT_DO_RDLOCK:
  case SETT_DO_WRLOCK:
  case SETT_DO_TRYRDLOCK:
  case SETT_DO_TRYWRLOCK:
  case SETT_DO_RWUNLOCK:
  case SETT_DO_WAIT:
  case SETT_DO_LEAVE:
  case SETT_DO_WAKE:
  case SETT_DO_SIGNAL:
  case SETT_DO_BROADCAST:
  case SETT_DO_SEM_WAIT:
  case SETT_DO_SEM_TRYWAIT:
  case SETT_DO_SEM_POST:
  case SETT_DO_SEM_VALUE:
  case SETT_DO_ARRIVE:
  case SETT_DO_PASS:
  case SETT_DO_INIT:
  case SETT_DO_DESTROY:
  case SETT_DO_LOAD:
  case SETT_DO_STORE:
  case SETT_DO_UPDATE:
  case SETT_DO_EXCHANGE:
  case SETT_DO_READ:
  case SETT_DO_WRITE:
  case SETT_DO_FREE:
  case SETT_DO_CHOOSE:
    return 1;
  default:
    return 0;
  }
}

const char *sett_operation_name (sett_operation operation) {
  static const char *const names[SETT_OPERATIONS] = {
#define OPERATION(NAME, TEXT) [SETT_DO_##NAME] = TEXT,
#include "kernel/operation.def"
#undef OPERATION
  };
  return names[operation];
}
