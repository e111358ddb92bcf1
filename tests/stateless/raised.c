/* Threads under higher numbers (raised.h). */

#include "raised.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

unsigned raised_by (uint64_t seed) {
  static const unsigned by[] = {57, 61, 63, 64, 121, 127, 189, 191, 236};
  _Static_assert(236 + TOY_THREADS <= SETT_MOST_THREADS, "the last ones");
  return by[seed % (sizeof by / sizeof *by)];
}

static void release_log (sett_log *log) {
  sett_free (log->events, log->room * sizeof *log->events);
  sett_free (log->far_enabled, log->room * sizeof *log->far_enabled);
}

void raised_release (raised *r) {
  release_log (&r->log);
  sett_free (r->choices, r->choice_room * sizeof *r->choices);
  sett_free (r->sleepers, r->sleeper_room * sizeof *r->sleepers);
  sett_free (r->sleeping, r->sleeper_room * sizeof *r->sleeping);
  *r = (raised){0};
}

/*------------------------------------------------------------------------*/
/* Plans. */

static void make_room (raised *r, const sett_plan *plan) {
  if (r->choice_room < plan->length) {
    r->choices = sett_resize (r->choices, r->choice_room * sizeof *r->choices,
                              plan->length * sizeof *r->choices);
    r->choice_room = plan->length;
  }
  if (r->sleeper_room < plan->sleep_count) {
    r->sleepers =
        sett_resize (r->sleepers, r->sleeper_room * sizeof *r->sleepers,
                     plan->sleep_count * sizeof *r->sleepers);
    r->sleeping =
        sett_resize (r->sleeping, r->sleeper_room * sizeof *r->sleeping,
                     plan->sleep_count * sizeof *r->sleeping);
    r->sleeper_room = plan->sleep_count;
  }
}

static sett_plan lowered (raised *r, const sett_plan *plan) {
  sett_plan low = *plan;
  make_room (r, plan);
  for (uint32_t i = 0; i < plan->length; i++) {
    assert (plan->choices[i].thread >= r->by);
    r->choices[i] = plan->choices[i];
    r->choices[i].thread = (uint16_t)(plan->choices[i].thread - r->by);
  }
  for (uint32_t i = 0; i < plan->sleep_count; i++) {
    r->sleeping[i] = *plan->sleepers[i].event;
    r->sleeping[i].thread = (uint8_t)(r->sleeping[i].thread - r->by);
    r->sleepers[i] = (sett_sleeper){&r->sleeping[i], plan->sleepers[i].effects};
  }
  low.choices = r->choices;
  low.sleepers = r->sleepers;
  if (plan->priority)
    low.priority = plan->priority + r->by;
  return low;
}

/*------------------------------------------------------------------------*/
/* Logs. */

static sett_thread_set raised_set (const raised *r, uint64_t threads) {
  sett_thread_set s = SETT_NO_THREADS;
  for (; threads; threads &= threads - 1)
    sett_threads_add (&s, r->by + (unsigned)__builtin_ctzll (threads));
  return s;
}

static void raise_events (raised *r, const sett_log *low) {
  sett_log *log = &r->log;
  for (uint32_t i = 0; i < low->count; i++) {
    const sett_thread_set enabled = raised_set (r, low->events[i].near_enabled);
    log->events[i] = low->events[i];
    log->events[i].thread = (uint8_t)(low->events[i].thread + r->by);
    log->events[i].near_enabled = enabled.words[0];
    sett_log_put_far (log, i, &enabled);
  }
  for (unsigned t = 0; t < low->thread_count; t++) {
    log->pending[r->by + t] = low->pending[t];
    log->pending[r->by + t].thread = (uint8_t)(r->by + t);
  }
}

static const sett_log *raise_log (raised *r, const sett_log *low) {
  sett_log *log = &r->log;
  if (log->room < low->room) {
    release_log (log);
    log->events = sett_alloc (low->room * sizeof *log->events);
    log->far_enabled = sett_alloc (low->room * sizeof *log->far_enabled);
    log->room = low->room;
  }
  log->count = low->count;
  log->effects = low->effects;
  log->effect_count = low->effect_count;
  log->effect_room = low->effect_room;
  log->states = low->states;
  log->ending = low->ending;
  log->stopped = low->stopped;
  log->enabled = raised_set (r, low->enabled.words[0]);
  log->alive = raised_set (r, low->alive.words[0]);
  log->spreading = raised_set (r, low->spreading.words[0]);
  log->thread_count = r->by + low->thread_count;
  raise_events (r, low);
  return log;
}

const sett_log *raised_run (raised *r, toy_machine *m, const sett_plan *plan) {
  if (!r->by)
    return m->runner.run (&m->runner, plan);
  const sett_plan low = lowered (r, plan);
  return raise_log (r, m->runner.run (&m->runner, &low));
}

/*------------------------------------------------------------------------*/
/* Bounds. */

static int exist (void *data) {
  const raised *r = data;
  return r->bounds->exist (r->bounds->data);
}

static int ends (void *data, uint32_t index, unsigned thread) {
  const raised *r = data;
  assert (thread >= r->by);
  return r->bounds->ends (r->bounds->data, index, thread - r->by);
}

static int allows (void *data, uint32_t index, unsigned thread, uint32_t object,
                   uint32_t kinds) {
  const raised *r = data;
  assert (thread >= r->by);
  return r->bounds->allows (r->bounds->data, index, thread - r->by, object,
                            kinds);
}

sett_bounds raised_bounds (raised *r, const sett_bounds *bounds) {
  r->bounds = bounds;
  return (sett_bounds){r, exist, ends, allows};
}
