/* Rounds of a loop of the program that were in vain: see rounds.h, which has
   definition and proof. */

#include "java/agent/rounds.h"

#include "base/assert.h"
#include "java/agent/scheduler.h"
#include "java/agent/sites.h"
#include "java/agent/things.h"

#include <string.h>

/* Searches of several processes have failures of them, too. */
static int is_of_use (const sett_jthread *t) {
  return !world.multi && world.in_atomic < 0 && !t->initialising &&
         !t->compared;
}

/*------------------------------------------------------------------------*/
/* Local variables, as they are told. */

static void tell (uint64_t value) {
  sett_jthread *t = sett_jself ();
  if (!t || world.over)
    return;
  if (t->round.told < SETT_MOST_LOCALS)
    t->round.fresh[t->round.told] = value;
  t->round.told++;
}

void JNICALL sett_hook_local_int (JNIEnv *env, jclass c, jint value) {
  (void)env, (void)c;
  tell ((uint64_t)value);
}

void JNICALL sett_hook_local_long (JNIEnv *env, jclass c, jlong value) {
  (void)env, (void)c;
  tell ((uint64_t)value);
}

void JNICALL sett_hook_local_float (JNIEnv *env, jclass c, jfloat value) {
  uint32_t bits;
  (void)env, (void)c;
  memcpy (&bits, &value, sizeof bits);
  tell (bits);
}

void JNICALL sett_hook_local_double (JNIEnv *env, jclass c, jdouble value) {
  uint64_t bits;
  (void)env, (void)c;
  memcpy (&bits, &value, sizeof bits);
  tell (bits);
}

void JNICALL sett_hook_local_object (JNIEnv *env, jclass c, jobject object) {
  (void)c;
  if (sett_jself () && !world.over)
    tell (object ? (uintptr_t)sett_thing_nameless (env, object) : 0);
}

/*------------------------------------------------------------------------*/
/* Where it is. */

static jint depth_here (void) {
  jint depth = 0;
  (*world.jvmti)->GetFrameCount (world.jvmti, NULL, &depth);
  return depth;
}

static int is_same (const sett_jthread *t, int site, jint depth) {
  return t->round.is_open && t->round.site == site && t->round.depth == depth &&
         t->round.held == t->held_count && t->round.told == t->round.count &&
         !memcmp (t->round.fresh, t->round.values,
                  t->round.count * sizeof *t->round.values);
}

static void begin (sett_jthread *t, int site, jint depth) {
  t->round.is_open = t->round.told <= SETT_MOST_LOCALS;
  if (!t->round.is_open)
    return;
  SETT_ASSERT (t->round.told <= SETT_MOST_LOCALS && site >= 0);
  t->round.site = site;
  t->round.depth = depth;
  t->round.held = t->held_count;
  t->round.since = world.log->count;
  t->round.count = t->round.told;
  memcpy (t->round.values, t->round.fresh,
          t->round.count * sizeof *t->round.values);
}

/*------------------------------------------------------------------------*/
/* Waiting. */

static int is_planned (const sett_jthread *t) {
  const uint32_t next = world.log->count;
  return next < world.plan->length &&
         world.plan->choices[next].thread == t->number;
}

/* Plans win. */
static int goes_on (const sett_jthread *t) {
  const int gives_up = world.plan->gives_up ||
                       world.plan->policy != SETT_STAY ||
                       world.shared->orders.task == SETT_TASK_REPLAY;
  return !gives_up || is_planned (t);
}

int sett_round_is_in_vain (const sett_jthread *t) {
  return t->guard == goes_on;
}

void JNICALL sett_hook_round (JNIEnv *env, jclass c, jint site) {
  (void)c;
  sett_jthread *t = sett_jself ();
  if (!t)
    return;
  if (world.over) {
    sett_junwind (env);
    return;
  }
  const int came_back = t->round.back == site + 1;
  t->round.back = 0;
  if (!is_of_use (t))
    sett_round_end (t);
  else {
    const jint depth = depth_here ();
    const int in_vain = came_back && is_same (t, site, depth);
    if (in_vain && !sett_jvisible (env, t, SETT_DO_YIELD, NULL, 0, 0, goes_on,
                                   sett_place_address (site)))
      return;
    begin (t, site, depth);
  }
  t->round.told = 0;
}

void JNICALL sett_hook_back (JNIEnv *env, jclass c, jint site) {
  (void)env, (void)c;
  sett_jthread *t = sett_jself ();
  if (t)
    t->round.back = site + 1;
}

void JNICALL sett_hook_left (JNIEnv *env, jclass c, jint site) {
  (void)env, (void)c, (void)site;
  sett_jthread *t = sett_jself ();
  if (t)
    t->round.back = 0;
}

void JNICALL sett_hook_strange (JNIEnv *env, jclass c, jint site) {
  (void)env, (void)c, (void)site;
  sett_jthread *t = sett_jself ();
  if (t)
    sett_round_end (t);
}

void sett_round_meet (sett_jthread *t, sett_operation operation) {
  switch (operation) {
  case SETT_DO_LOAD:
  case SETT_DO_READ:
  case SETT_DO_EXCHANGE: /* if it succeeds, memory_accesses.c says so */
  case SETT_DO_YIELD:
  case SETT_DO_SLEEP:
  case SETT_DO_LOCK: /* it is given back, or there is one more at the head */
    break;
  default:
    sett_round_end (t);
  }
}

/*------------------------------------------------------------------------*/
/* Nobody can go on. */

static int conflict (const sett_event *a, const sett_event *b) {
  return sett_events_dependent (a, world.log->effects + a->first, b,
                                world.log->effects + b->first);
}

static int is_in_vain (const sett_event *e, uint32_t index) {
  const sett_jthread *t = &world.threads[e->thread];
  return sett_threads_have (world.alive, t->number) &&
         sett_round_is_in_vain (t) && index >= t->round.since;
}

/* Has somebody done something since that makes a difference to this event of a
   round?  What others do in vain makes none. */
static int matters (uint32_t index) {
  const sett_event *e = &world.log->events[index];
  for (uint32_t i = index + 1; i < world.log->count; i++) {
    const sett_event *later = &world.log->events[i];
    if (later->thread != e->thread && !is_in_vain (later, i) &&
        conflict (e, later))
      return 1;
  }
  return 0;
}

static int has_changed (const sett_jthread *t) {
  SETT_ASSERT (t->round.since <= world.log->count);
  for (uint32_t i = t->round.since; i < world.log->count; i++)
    if (world.log->events[i].thread == t->number && matters (i))
      return 1;
  return 0;
}

sett_thread_set sett_rounds_standstill (void) {
  sett_thread_set changed = SETT_NO_THREADS;
  for (sett_thread_set rest = world.alive; sett_threads_any (rest);
       rest = sett_threads_rest (rest)) {
    const sett_jthread *t = &world.threads[sett_threads_first (rest)];
    if (sett_round_is_in_vain (t) && has_changed (t))
      sett_threads_add (&changed, t->number);
  }
  if (sett_threads_any (changed) && world.plan->gives_up) {
    sett_jend (SETT_IN_VAIN);
    return SETT_NO_THREADS;
  }
  return changed;
}
