/* Failures on request: see injected_failures.h.  What always holds: no more of
   a kind happen in an execution than were asked for. */

#include "java/agent/injected_failures.h"

#include "java/agent/jvm_narrator.h"
#include "java/agent/process_ends.h"
#include "java/agent/scheduler.h"
#include "java/agent/things.h"

#include <signal.h>
#include <stdio.h>

static const char *const texts[] = {
#define FAILURE(NAME, WORD, TRIED, ALL, ONE) ONE,
#include "shared/failure.def"
#undef FAILURE
};

static struct {
  unsigned happened[SETT_FAILURE_KINDS];
  sett_thing *things[SETT_FAILURE_KINDS]; /* what they are called; or null */
  int is_chosen;                          /* ...who may crash */
  uint32_t doomed;                        /* mask of processes that may */
} now;

static unsigned asked (sett_failure kind) {
  return world.shared->orders.failures[kind];
}

static unsigned left (sett_failure kind) {
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

/*------------------------------------------------------------------------*/
/* Who may crash: as many as can, for nobody has to. */

static int is_chosen (const sett_jthread *t) {
  (void)t;
  return now.is_chosen;
}

static int may_crash (void) {
  return world.multi && asked (SETT_FAILURE_CRASH);
}

void sett_inject_begin (void) {
  now = (__typeof__ (now)){0};
  if (!may_crash ())
    return;
  world.threads[0].operation = SETT_DO_RISK;
  for (unsigned i = 0; i < world.process_count; i++) {
    world.threads[i].settled = 0;
    if (i) {
      world.threads[i].guard = is_chosen;
      world.threads[i].cause = 0; /* the first event */
    }
  }
}

/* How many sets there are of so many of the first processes. */
static unsigned count_sets (unsigned processes, unsigned size) {
  unsigned count = 1;
  if (size > processes)
    return 0;
  for (unsigned i = 0; i < size; i++)
    count = count * (processes - i) / (i + 1);
  return count;
}

static uint32_t find_set (unsigned number, unsigned size) {
  uint32_t set = 0;
  for (unsigned p = world.process_count; p && size; p--) {
    const unsigned without = count_sets (p - 1, size);
    if (number < without)
      continue;
    number -= without;
    set |= 1u << (p - 1);
    size--;
  }
  return set;
}

int sett_crash_budget_choose (JNIEnv *env, sett_jthread *t) {
  const unsigned crashes = asked (SETT_FAILURE_CRASH);
  const unsigned size =
      crashes < world.process_count ? crashes : world.process_count;
  now.doomed = find_set (
      sett_jalternative (count_sets (world.process_count, size)), size);
  now.is_chosen = 1;
  return sett_jvisible (env, t, SETT_DO_START, NULL, 0, 0, NULL, 0);
}

/*------------------------------------------------------------------------*/
/* Crashes. */

void sett_crash_expose (void) {
  world.threads[world.current].settled = 0;
}

/* One that waits has decided before it began to. */
static int is_decided (const sett_jthread *t) {
  return t->settled || t->waiting || world.in_atomic >= 0 ||
         !(now.doomed >> t->process & 1) || world.processes[t->process].ended;
}

/* 1: it crashes; 0: it does not; -1: the execution is over. */
static int decide (JNIEnv *env, sett_jthread *t, uintptr_t place) {
  if (!sett_jvisible (env, t, SETT_DO_RISK, NULL, 0, 0, NULL, place))
    return -1;
  if (!sett_jalternative_rarely (2))
    return 0;
  return sett_jvisible (env, t, SETT_DO_CRASH, NULL, 0, 0, NULL, place) ? 1
                                                                        : -1;
}

/* The rest of the execution goes on without it. */
static void crash (JNIEnv *env, sett_jthread *t, uintptr_t place) {
  now.doomed &= ~(1u << t->process);
  sett_process_end (t, 0, place);
  world.processes[t->process].signal = SIGKILL;
  sett_jschedule_away (t);
  while (!world.over)
    sem_wait (&t->turn);
  sett_junwind (env);
}

int sett_crash_try (JNIEnv *env, sett_jthread *t, sett_operation operation,
                    uintptr_t place) {
  if (operation == SETT_DO_RISK || operation == SETT_DO_START ||
      operation == SETT_DO_CRASH || is_decided (t))
    return 0;
  /* What the operation that comes has prepared. */
  const int naming = t->naming, spreads = t->spreads;
  const uint32_t cause = t->cause;
  t->settled = 1;
  t->naming = t->spreads = 0;
  t->cause = SETT_NO_CAUSE;
  const int way = decide (env, t, place);
  if (way > 0)
    crash (env, t, place);
  t->naming = naming;
  t->spreads = spreads;
  t->cause = cause;
  return way != 0;
}
