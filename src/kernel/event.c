/* Events: when are two of them dependent, whom does one wake, and what is said
   of operations (event.h).  Dependency is symmetric, and holds in all states.
 */

#include "kernel/event.h"

#include "base/assert.h"

#include <stddef.h>
#include <string.h>

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

/* What an event does to objects, by their numbers: all that it does, perhaps
   more, since numbers share places.  What a process has done between two calls
   can have hundreds of effects, and so can that of another one. */
typedef struct summary {
  int unknown; /* not worth the trouble */
  uint32_t kinds[256];
} summary;

static int are_few (const sett_event *a, const sett_event *b) {
  enum { MANY_PAIRS = 256 };
  return a->effects * b->effects < MANY_PAIRS;
}

static void summarise (summary *s, const sett_event *event,
                       const sett_effect *effects, const sett_event *other) {
  s->unknown = are_few (event, other);
  if (s->unknown)
    return;
  memset (s->kinds, 0, sizeof s->kinds);
  for (size_t i = 0; i < event->effects; i++)
    s->kinds[effects[i].object % 256] |= 1u << effects[i].kind;
}

/* Can an effect conflict with one of these, or be an arrival like them? */
static inline int may_meet (const summary *s, const sett_effect *e) {
  return s->unknown ||
         s->kinds[e->object % 256] &
             (sett_effect_conflicts[e->kind] | (1u << e->kind & ARRIVE));
}

static int few_conflict (const sett_event *a, const sett_effect *of_a,
                         const sett_event *b, const sett_effect *of_b) {
  for (size_t i = 0; i < a->effects; i++)
    for (size_t j = 0; j < b->effects; j++)
      if (conflicting (&of_a[i], &of_b[j]))
        return 1;
  return 0;
}

/* Apart: most events have few effects, and no use for such a frame. */
static __attribute__ ((noinline)) int many_conflict (const sett_event *a,
                                                     const sett_effect *of_a,
                                                     const sett_event *b,
                                                     const sett_effect *of_b) {
  summary of;
  summarise (&of, b, of_b, a);
  for (size_t i = 0; i < a->effects; i++)
    for (size_t j = 0; j < b->effects && may_meet (&of, &of_a[i]); j++)
      if (conflicting (&of_a[i], &of_b[j]))
        return 1;
  return 0;
}

int sett_events_dependent (const sett_event *a, const sett_effect *of_a,
                           const sett_event *b, const sett_effect *of_b) {
  if (a->thread == b->thread || a->operation == SETT_DO_END ||
      b->operation == SETT_DO_END)
    return 1;
  return are_few (a, b) ? few_conflict (a, of_a, b, of_b)
                        : many_conflict (a, of_a, b, of_b);
}

static int leaves_one (const sett_effect *executed, const sett_effect *other) {
  return executed->kind == SETT_EFFECT_ARRIVE && executed->before == 2 &&
         other->kind == SETT_EFFECT_ARRIVE && executed->object == other->object;
}

int sett_event_wakes (const sett_event *a, const sett_effect *of_a,
                      const sett_event *b, const sett_effect *of_b) {
  if (sett_events_dependent (a, of_a, b, of_b))
    return 1;
  summary of;
  summarise (&of, b, of_b, a);
  for (size_t i = 0; i < a->effects; i++)
    for (size_t j = 0; j < b->effects && may_meet (&of, &of_a[i]); j++)
      if (leaves_one (&of_a[i], &of_b[j]))
        return 1;
  return 0;
}

/* Does the event acquire and release the object, and nothing else?  What else
   it does must be known by its effects: CHANGE stands for what is not (a block
   is freed, a library changes what it has). */
static int passes_through (const sett_event *event, const sett_effect *effects,
                           uint32_t object) {
  static const uint8_t expected[] = {SETT_EFFECT_ACQUIRE, SETT_EFFECT_RELEASE};
  size_t count = 0;
  for (size_t i = 0; i < event->effects; i++) {
    if (effects[i].kind == SETT_EFFECT_CHANGE)
      return 0;
    if (effects[i].object != object)
      continue;
    if (count == 2 || effects[i].kind != expected[count])
      return 0;
    count++;
  }
  return count == 2;
}

/* Giving to a semaphore that has more is an error (SEM_VALUE_MAX). */
#define MOST INT32_MAX

/* Conditional dependency: what the object was like before counts.  The sleeper
   was possible then, too. */
static int commute_then (const sett_effect *executed,
                         const sett_effect *other) {
  if (executed->before >= MOST)
    return 0;
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

static int wakes_then (const sett_event *a, const sett_effect *of_a,
                       const sett_event *b, const sett_effect *of_b,
                       int composed) {
  if (a->thread == b->thread || a->operation == SETT_DO_END ||
      b->operation == SETT_DO_END)
    return 1;
  summary of;
  summarise (&of, b, of_b, a);
  for (size_t i = 0; i < a->effects; i++)
    for (size_t j = 0; j < b->effects && may_meet (&of, &of_a[i]); j++) {
      const uint32_t object = of_a[i].object;
      if (leaves_one (&of_a[i], &of_b[j]))
        return 1;
      if (!conflicting (&of_a[i], &of_b[j]) ||
          (composed && passes_through (a, of_a, object) &&
           passes_through (b, of_b, object)))
        continue;
      if (!commute_then (&of_a[i], &of_b[j]) || !uses_once (a, of_a, object) ||
          !uses_once (b, of_b, object))
        return 1;
    }
  return 0;
}

int sett_event_wakes_then (const sett_event *a, const sett_effect *of_a,
                           const sett_event *b, const sett_effect *of_b) {
  return wakes_then (a, of_a, b, of_b, 0);
}

int sett_transition_wakes_then (const sett_event *a, const sett_effect *of_a,
                                const sett_event *b, const sett_effect *of_b) {
  return wakes_then (a, of_a, b, of_b, 1);
}

/* In operation.def the traits have no prefix. */
enum {
  LOCAL = SETT_TRAIT_LOCAL,
  READS = SETT_TRAIT_READS,
  FORESEEN = SETT_TRAIT_FORESEEN,
  EFFECTLESS = SETT_TRAIT_EFFECTLESS,
  STEADY = SETT_TRAIT_STEADY,
  LEARNT = SETT_TRAIT_LEARNT,
  ATTEMPTS = SETT_TRAIT_ATTEMPTS,
  CANCELLABLE = SETT_TRAIT_CANCELLABLE,
  NO_CALL = SETT_TRAIT_NO_CALL,
  WAKES = SETT_TRAIT_WAKES,
  LOCKS = SETT_TRAIT_LOCKS,
  UNTOUCHED = SETT_TRAIT_UNTOUCHED,
};

const sett_operation_row sett_operation_rows[SETT_OPERATIONS] = {
#define OPERATION(NAME, TEXT, TRAITS, FAILED, WAITS)                           \
  [SETT_DO_##NAME] = {TEXT, TRAITS, FAILED, WAITS},
#include "kernel/operation.def"
#undef OPERATION
};

const char *sett_operation_name (sett_operation operation) {
  SETT_ASSERT (operation < SETT_OPERATIONS);
  return sett_operation_rows[operation].name;
}
