/* The machine of toy programs as a runner (kernel/runner.h): it follows a plan,
   wakes its sleepers, and goes by a policy after it. */

#include "oracle.h"
#include "toy_objects.h"

#include <string.h>

static unsigned choose (const toy_machine *m, uint64_t enabled) {
  const unsigned last =
      m->log.count ? m->log.events[m->log.count - 1].thread : 0;
  uint64_t others = enabled;
  for (uint64_t rest = enabled; rest; rest &= rest - 1) {
    const unsigned t = __builtin_ctzll (rest);
    if (toy_instruction_of (m, t)->code == TOY_END)
      others &= ~((uint64_t)1 << t);
  }
  if (!others)
    return __builtin_ctzll (enabled);
  return others >> last & 1 ? last : (unsigned)__builtin_ctzll (others);
}

#define MOST_SLEEPERS 256

/* The mutant's. */
static int both_use (const sett_event *a, const sett_effect *of_a,
                     const sett_event *b, const sett_effect *of_b) {
  return (a->operation == SETT_DO_SEM_WAIT ||
          a->operation == SETT_DO_SEM_POST) &&
         (b->operation == SETT_DO_SEM_WAIT ||
          b->operation == SETT_DO_SEM_POST) &&
         of_a->object == of_b->object;
}

static uint64_t wake_sleepers (const toy_machine *m, const sett_plan *plan,
                               uint64_t *asleep, const sett_event *event) {
  const sett_log *log = &m->log;
  uint64_t threads = 0, woken = 0; /* those of one thread wake together */
  for (uint32_t i = 0; i < plan->sleep_count && i < MOST_SLEEPERS; i++) {
    uint64_t *word = &asleep[i / 64], bit = (uint64_t)1 << i % 64;
    const sett_sleeper *s = &plan->sleepers[i];
    if (event && (*word & bit) &&
        sett_plan_wakes (plan, event, log->effects + event->first, s) &&
        !(m->zero_commutes &&
          both_use (event, log->effects + event->first, s->event, s->effects)))
      woken |= (uint64_t)1 << s->event->thread;
  }
  for (uint32_t i = 0; i < plan->sleep_count && i < MOST_SLEEPERS; i++) {
    uint64_t *word = &asleep[i / 64], bit = (uint64_t)1 << i % 64;
    const uint64_t thread = (uint64_t)1 << plan->sleepers[i].event->thread;
    if (woken & thread)
      *word &= ~bit;
    if (*word & bit)
      threads |= thread;
  }
  return threads;
}

static uint64_t draw (toy_machine *m) {
  m->random ^= m->random << 13;
  m->random ^= m->random >> 7;
  m->random ^= m->random << 17;
  return m->random;
}

/* The highest priority goes; at the changes it falls to the lowest. */
typedef struct ranks {
  int rank[TOY_THREADS];
  int lowest;
} ranks;

static unsigned highest (const ranks *r, uint64_t enabled) {
  unsigned best = __builtin_ctzll (enabled);
  for (uint64_t rest = enabled; rest; rest &= rest - 1)
    if (r->rank[__builtin_ctzll (rest)] > r->rank[best])
      best = __builtin_ctzll (rest);
  return best;
}

static unsigned by_policy (toy_machine *m, const sett_plan *plan, ranks *r,
                           uint64_t enabled) {
  switch (plan->policy) {
  case SETT_ANY: {
    unsigned n = draw (m) % __builtin_popcountll (enabled);
    while (n--)
      enabled &= enabled - 1;
    return __builtin_ctzll (enabled);
  }
  case SETT_PRIORITY: {
    const unsigned t = highest (r, enabled);
    for (uint32_t i = 0; i < plan->change_count; i++)
      if (plan->changes[i] == m->log.count) {
        r->rank[t] = --r->lowest;
        return highest (r, enabled);
      }
    return t;
  }
  default:
    return choose (m, enabled);
  }
}

/* False: it was known. */
static int is_new_state (toy_machine *m) {
  const uint64_t hash = hash_of_state (&m->state);
  const int is_new = set_add (m->known, hash);
  m->log.states[m->log.count] = set_number (m->known, hash);
  return is_new;
}

static sett_ending follow (toy_machine *m, const sett_plan *plan) {
  sett_log *log = &m->log;
  uint64_t asleep[MOST_SLEEPERS / 64], threads = 0;
  ranks r = {{0}, 0};
  memset (asleep, 0xff, sizeof asleep);
  m->random = plan->seed * 2654435761u + 88172645463325252u;
  for (unsigned t = 0; t < m->program->threads && plan->priority; t++)
    r.rank[t] = plan->priority[t];
  for (;;) {
    const uint64_t enabled = toy_enabled (m);
    unsigned thread, alternative = 0;
    log->states[log->count] = SETT_NO_STATE;
    if (m->state.violation)
      return SETT_VIOLATING;
    if (m->state.assumed)
      return SETT_ASSUMED;
    if (m->state.over)
      return SETT_ENDED;
    if (!enabled) {
      for (unsigned t = 0; t < m->program->threads; t++)
        if ((m->state.started & BIT (t)) && !toy_is_finished (m, t))
          return SETT_VIOLATING;
      return SETT_ENDED;
    }
    if (m->known && log->count >= plan->length && !is_new_state (m))
      return SETT_MATCHED;
    if (log->count == plan->sleep_from && plan->sleep_count)
      threads = wake_sleepers (m, plan, asleep, NULL);
    if (log->count < plan->length) {
      thread = plan->choices[log->count].thread;
      alternative = plan->choices[log->count].alternative;
      if (!(enabled >> thread & 1) ||
          alternative >= toy_alternatives (m, thread))
        return SETT_DEPARTED;
    } else {
      if (!(enabled & ~threads))
        return SETT_ASLEEP;
      if (plan->most_events && log->count >= plan->most_events)
        return SETT_CUT;
      thread = by_policy (m, plan, &r, enabled & ~threads);
      if (plan->policy != SETT_STAY)
        alternative = draw (m) % toy_alternatives (m, thread);
    }
    const sett_event *event = toy_execute (m, thread, alternative, enabled);
    if (plan->sleep_count && log->count > plan->sleep_from)
      threads = wake_sleepers (m, plan, asleep, event);
  }
}

const sett_log *toy_run (sett_runner *runner, const sett_plan *plan) {
  toy_machine *m = (toy_machine *)runner;
  m->composed = plan->composed;
  toy_reset (m);
  toy_finish (m, follow (m, plan));
  return &m->log;
}
