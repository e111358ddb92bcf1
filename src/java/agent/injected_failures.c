/* Failures on request: see injected_failures.h.  What always holds: no more of
   a kind happen in an execution than were asked for. */

#include "java/agent/injected_failures.h"

#include "base/assert.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/scheduler.h"
#include "java/agent/execution_memory.h"
#include "java/agent/object_numbers.h"

#include <stdio.h>

static const char *const texts[] = {
#define FAILURE(NAME, WORD, TRIED, ALL, ONE) ONE,
#include "shared/failure.def"
#undef FAILURE
};

static struct {
  unsigned happened[SETT_FAILURE_KINDS];
  sett_thing *things[SETT_FAILURE_KINDS]; /* what they are called; or null */
} now;

static unsigned asked (sett_failure kind) {
  return world.shared->orders.failures[kind];
}

static unsigned left (sett_failure kind) {
  SETT_ASSERT (now.happened[kind] <= asked (kind));
  return asked (kind) - now.happened[kind];
}

static sett_thing *thing_of (sett_failure kind) {
  if (!now.things[kind]) {
    sett_thing *thing = sett_jalloc (sizeof *thing);
    thing->owner = -1;
    snprintf (thing->name, sizeof thing->name, "%s", texts[kind]);
    now.things[kind] = thing;
  }
  return now.things[kind];
}

int sett_inject_choose (JNIEnv *env, sett_jthread *t, sett_failure kind,
                        unsigned ways, uintptr_t place) {
  if (!asked (kind))
    return 0;
  const uint32_t number = sett_failure_number (kind);
  if (!sett_jvisible (env, t, SETT_DO_RISK, NULL, number, SETT_EFFECT_LOAD,
                      NULL, place))
    return -1;
  sett_jaffect (number, SETT_EFFECT_LOAD, now.happened[kind]);
  const unsigned choice = left (kind) ? sett_jalternative_rarely (ways + 1) : 0;
  if (!choice)
    return 0;
  if (!sett_jvisible (env, t, SETT_DO_FAIL, thing_of (kind), number,
                      SETT_EFFECT_STORE, NULL, place))
    return -1;
  sett_jaffect (number, SETT_EFFECT_STORE, now.happened[kind]);
  if (!left (kind)) { /* somebody else was quicker */
    if (world.narrating)
      sett_narrate_failed ();
    return 0;
  }
  now.happened[kind]++;
  return (int)choice;
}

void sett_inject_begin (void) {
  now = (__typeof__ (now)){0};
}
