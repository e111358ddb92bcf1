/* Crashes on request: see jvm_crash.h.  What always holds: no more processes
   crash in an execution than were asked for. */

#include "java/agent/jvm_crash.h"

#include "base/assert.h"
#include "java/agent/process_ends.h"
#include "java/agent/scheduler.h"

#include <signal.h>

static struct {
  int is_chosen;   /* who may crash: */
  uint32_t doomed; /* a mask of processes */
} now;

/*------------------------------------------------------------------------*/
/* Who may crash: as many as can, for nobody has to. */

static int is_chosen (const sett_jthread *t) {
  (void)t;
  return now.is_chosen;
}

/* In a system with C programs their run-time decides it. */
static int may_crash (void) {
  return world.multi && !world.guest &&
         world.shared->orders.failures[SETT_FAILURE_CRASH];
}

void sett_crash_begin (void) {
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
  SETT_ASSERT (!now.is_chosen && !t->number);
  const unsigned crashes = world.shared->orders.failures[SETT_FAILURE_CRASH];
  const unsigned size =
      crashes < world.process_count ? crashes : world.process_count;
  now.doomed = find_set (
      sett_jalternative (count_sets (world.process_count, size)), size);
  now.is_chosen = 1;
  return sett_jvisible (env, t, SETT_DO_START, NULL, 0, 0, NULL, 0);
}

/*------------------------------------------------------------------------*/
/* Crashes. */

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
  SETT_ASSERT (now.is_chosen && now.doomed >> t->process & 1);
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
