/* Everything that a toy program can do, by trying all orders and remembering
   states (oracle.h). */

#include "oracle.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

/* Sets. */

static void place (hash_set *set, uint64_t hash, uint32_t number) {
  size_t i = hash & (set->room - 1);
  while (set->slots[i])
    i = (i + 1) & (set->room - 1);
  set->slots[i] = hash;
  set->numbers[i] = number;
}

/* Where it is, or would be. */
static size_t find (const hash_set *set, uint64_t hash) {
  size_t i = hash & (set->room - 1);
  while (set->slots[i] && set->slots[i] != hash)
    i = (i + 1) & (set->room - 1);
  return i;
}

int set_has (const hash_set *set, uint64_t hash) {
  hash = hash ? hash : 1;
  return set->room && set->slots[find (set, hash)];
}

uint32_t set_number (const hash_set *set, uint64_t hash) {
  return set->numbers[find (set, hash ? hash : 1)];
}

static void release_slots (const hash_set *set) {
  sett_free (set->slots, set->room * sizeof *set->slots);
  sett_free (set->numbers, set->room * sizeof *set->numbers);
}

int set_add (hash_set *set, uint64_t hash) {
  hash = hash ? hash : 1;
  if (set_has (set, hash))
    return 0;
  if (2 * (set->count + 1) > set->room) {
    const hash_set old = *set;
    set->room = old.room ? 2 * old.room : 64;
    set->slots = sett_zalloc (set->room, sizeof *set->slots);
    set->numbers = sett_zalloc (set->room, sizeof *set->numbers);
    for (size_t i = 0; i < old.room; i++)
      if (old.slots[i])
        place (set, old.slots[i], old.numbers[i]);
    release_slots (&old);
  }
  place (set, hash, (uint32_t)set->count++);
  return 1;
}

int set_within (const hash_set *a, const hash_set *b) {
  for (size_t i = 0; i < a->room; i++)
    if (a->slots[i] && !set_has (b, a->slots[i]))
      return 0;
  return 1;
}

int set_equal (const hash_set *a, const hash_set *b) {
  return a->count == b->count && set_within (a, b);
}

void set_clear (hash_set *set) {
  if (set->room)
    memset (set->slots, 0, set->room * sizeof *set->slots);
  set->count = 0;
}

void set_forget_from (hash_set *set, uint32_t number) {
  const hash_set old = *set;
  set->slots = sett_zalloc (set->room, sizeof *set->slots);
  set->numbers = sett_zalloc (set->room, sizeof *set->numbers);
  set->count = number;
  for (size_t i = 0; i < old.room; i++)
    if (old.slots[i] && old.numbers[i] < number)
      place (set, old.slots[i], old.numbers[i]);
  release_slots (&old);
}

void set_release (hash_set *set) {
  release_slots (set);
  memset (set, 0, sizeof *set);
}

static uint64_t mix (uint64_t hash, uint64_t word) {
  return sett_mix64 (hash * 0x9e3779b97f4a7c15u + word + 1);
}

static uint64_t hash_bytes (const void *bytes, size_t size) {
  uint64_t hash = size, word;
  for (size_t i = 0; i + 8 <= size; i += 8) {
    memcpy (&word, (const char *)bytes + i, 8);
    hash = mix (hash, word);
  }
  return hash;
}

uint64_t hash_of_state (const toy_state *s) {
  return hash_bytes (s, sizeof *s);
}

/* Outcomes. */

static int has_unfinished (const toy_machine *m) {
  for (unsigned t = 0; t < m->program->threads; t++)
    if ((m->state.started >> t & 1) && !toy_is_finished (m, t))
      return 1;
  return 0;
}

void outcomes_note (outcomes *o, const toy_machine *m) {
  const toy_state *s = &m->state;
  const uint64_t hash = hash_bytes (s, sizeof *s);
  if (s->assumed)
    return;
  if (s->violation) {
    const unsigned t = m->log.events[m->log.count - 1].thread;
    set_add (&o->violations, mix (t, s->pc[t]));
  } else if (s->over || !has_unfinished (m))
    set_add (&o->finals, hash);
  else
    set_add (&o->deadlocks, hash);
}

int outcomes_equal (const outcomes *a, const outcomes *b) {
  return set_equal (&a->finals, &b->finals) &&
         set_equal (&a->deadlocks, &b->deadlocks) &&
         set_equal (&a->violations, &b->violations);
}

int outcomes_within (const outcomes *a, const outcomes *b) {
  return set_within (&a->finals, &b->finals) &&
         set_within (&a->deadlocks, &b->deadlocks) &&
         set_within (&a->violations, &b->violations);
}

void outcomes_release (outcomes *o) {
  set_release (&o->finals);
  set_release (&o->deadlocks);
  set_release (&o->violations);
}

/* All that must come back when a step is undone. */
typedef struct snapshot {
  toy_state state;
  uint32_t causes[TOY_THREADS], lasts[TOY_THREADS];
  uint32_t turns[2][TOY_OTHERS];
  uint32_t count, effect_count;
} snapshot;

static void save (const toy_machine *m, snapshot *s) {
  s->state = m->state;
  memcpy (s->causes, m->causes, sizeof s->causes);
  memcpy (s->lasts, m->lasts, sizeof s->lasts);
  memcpy (s->turns, m->turns, sizeof s->turns);
  s->count = m->log.count;
  s->effect_count = m->log.effect_count;
}

static void restore (toy_machine *m, const snapshot *s) {
  m->state = s->state;
  memcpy (m->causes, s->causes, sizeof s->causes);
  memcpy (m->lasts, s->lasts, sizeof s->lasts);
  memcpy (m->turns, s->turns, sizeof s->turns);
  m->log.count = s->count;
  m->log.effect_count = s->effect_count;
}

typedef struct exploration {
  toy_machine *machine;
  outcomes *outcomes; /* with states, if not null */
  hash_set visited;
  hash_set *traces; /* of all interleavings, if not null */
  const hash_set *known;
  void (*report) (const toy_machine *); /* traces that are not known */
  size_t steps, most;
  int preemptions; /* still allowed; negative: no matter how many */
  int last;        /* the thread that went last, or -1 */
} exploration;

static int explore (exploration *);

/* A step into a dead end ends there, and counts as one that was not possible.
   1: fine, 0: too large, -1: a dead end. */
static int try_step (exploration *x, unsigned t, unsigned alternative) {
  toy_machine *m = x->machine;
  toy_step (m, t, alternative);
  if (m->state.violation || m->state.assumed) {
    if (x->outcomes)
      outcomes_note (x->outcomes, m);
    return -1;
  }
  return explore (x);
}

static int explore (exploration *x) {
  toy_machine *m = x->machine;
  const int preemptions = x->preemptions, last = x->last;
  snapshot here;
  int possible = 0;
  uint64_t hash = hash_bytes (&m->state, sizeof m->state);
  if (preemptions >= 0)
    hash = mix (mix (hash, preemptions), last + 1);
  if (x->outcomes && !set_add (&x->visited, hash))
    return 1;
  if (x->steps++ > x->most)
    return 0;
  save (m, &here);
  const uint64_t enabled = toy_enabled (m);
  for (uint64_t rest = enabled; rest; rest &= rest - 1) {
    const unsigned t = __builtin_ctzll (rest);
    const unsigned alternatives = toy_alternatives (m, t);
    const int preempts = last >= 0 && (int)t != last && (enabled >> last & 1);
    if (preemptions == 0 && preempts)
      continue;
    for (unsigned a = 0; a < alternatives; a++) {
      x->preemptions = preemptions < 0 ? -1 : preemptions - preempts;
      x->last = t;
      const int result = try_step (x, t, a);
      restore (m, &here);
      if (!result)
        return 0;
      possible |= result > 0;
    }
  }
  if (!enabled && x->outcomes)
    outcomes_note (x->outcomes, m);
  if (!possible && x->traces) {
    const uint64_t trace = oracle_trace (m);
    if (set_add (x->traces, trace) && x->known && !set_has (x->known, trace))
      x->report (m);
  }
  return 1;
}

int oracle_outcomes (toy_machine *m, outcomes *o, size_t most,
                     int preemptions) {
  exploration x = {.machine = m,
                   .outcomes = o,
                   .most = most,
                   .preemptions = preemptions,
                   .last = -1};
  toy_reset (m);
  const int fine = explore (&x);
  set_release (&x.visited);
  return fine;
}

int oracle_traces (toy_machine *m, hash_set *traces, size_t most) {
  exploration x = {.machine = m,
                   .traces = traces,
                   .most = most,
                   .preemptions = -1,
                   .last = -1};
  toy_reset (m);
  return explore (&x);
}

void oracle_missing (toy_machine *m, const hash_set *known,
                     void (*report) (const toy_machine *)) {
  hash_set traces = {0};
  exploration x = {.machine = m,
                   .traces = &traces,
                   .known = known,
                   .report = report,
                   .most = SIZE_MAX,
                   .preemptions = -1,
                   .last = -1};
  toy_reset (m);
  explore (&x);
  set_release (&traces);
}

/* Traces: the events of each thread in turn, each with the number of events of
   every thread that happen before it. */

/* Does the second event take a turn that the first made possible? */
static int supports (const toy_machine *m, const sett_event *a,
                     const sett_event *b) {
  for (uint32_t j = 0; j < b->effects; j++) {
    const sett_effect *e = &m->log.effects[b->first + j];
    if (e->kind != SETT_EFFECT_NEXT || !e->wanted)
      continue;
    for (uint32_t i = 0; i < a->effects; i++) {
      const sett_effect *other = &m->log.effects[a->first + i];
      if (other->kind == SETT_EFFECT_NEXT &&
          other->object == sett_turn_end (e->wanted) &&
          other->before == sett_turn_number (e->wanted))
        return 1;
    }
  }
  return 0;
}

static int follows (const toy_machine *m, uint32_t i, uint32_t j) {
  const sett_event *a = &m->log.events[i], *b = &m->log.events[j];
  return a->thread == b->thread || b->cause == i || supports (m, a, b) ||
         sett_events_dependent (a, m->log.effects + a->first, b,
                                m->log.effects + b->first);
}

uint64_t oracle_trace (const toy_machine *m) {
  const sett_log *log = &m->log;
  const unsigned threads = m->program->threads;
  uint32_t *clocks = sett_zalloc (log->count + 1, threads * sizeof *clocks);
  uint64_t hash = 1;
  for (uint32_t j = 0; j < log->count; j++) {
    uint32_t *clock = clocks + j * threads;
    for (uint32_t i = 0; i < j; i++)
      if (follows (m, i, j))
        for (unsigned t = 0; t < threads; t++)
          if (clocks[i * threads + t] > clock[t])
            clock[t] = clocks[i * threads + t];
    clock[log->events[j].thread]++;
  }
  for (unsigned t = 0; t < threads; t++)
    for (uint32_t j = 0; j < log->count; j++)
      if (log->events[j].thread == t) {
        hash = mix (hash, t);
        hash = mix (hash, log->events[j].alternative);
        for (unsigned u = 0; u < threads; u++)
          hash = mix (hash, clocks[j * threads + u]);
      }
  sett_free (clocks, (log->count + 1) * threads * sizeof *clocks);
  return hash;
}

int oracle_is_last_resort (toy_machine *m) {
  const uint32_t count = m->log.count - 1;
  sett_choice *choices = sett_alloc ((count + 1) * sizeof *choices);
  int result = 1;
  snapshot here;
  for (uint32_t i = 0; i < count; i++)
    choices[i] =
        (sett_choice){m->log.events[i].thread, m->log.events[i].alternative};
  toy_reset (m);
  for (uint32_t i = 0; i < count; i++)
    toy_step (m, choices[i].thread, choices[i].alternative);
  save (m, &here);
  for (uint64_t rest = toy_enabled (m); rest; rest &= rest - 1) {
    const unsigned t = __builtin_ctzll (rest);
    const unsigned alternatives = toy_alternatives (m, t);
    for (unsigned a = 0; a < alternatives; a++) {
      toy_step (m, t, a);
      result &= m->state.violation || m->state.assumed;
      restore (m, &here);
    }
  }
  sett_free (choices, (count + 1) * sizeof *choices);
  return result;
}
