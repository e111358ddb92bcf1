/* Random executions: the phases of a variable, and sets of locks, against the
   definitions (discipline/phases.h), by trying all pairs. */

#define MANY_PHASES 2

#include "discipline/lock_sets.c"
#include "discipline/phases.c"
#include "runtime/core/vector_clock.h"
#include "volume.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { THREADS = 5, OBJECTS = 3, LOCKS = 12, MOST = 60 };

/* What happened: uses and what orders them. */
typedef struct event {
  unsigned thread;
  int is_use, writes, owned;
  uint64_t locks;
} event;

typedef struct execution {
  unsigned count;
  event events[MOST];
  /* i before k: at all; by what threads hand over. */
  char before[MOST][MOST], given[MOST][MOST];
} execution;

static uint64_t seed;

static unsigned any (unsigned below) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(seed >> 33) % below;
}

/*------------------------------------------------------------------------*/
/* The definitions. */

static int is_turn_naively (const execution *x, unsigned y) {
  for (unsigned i = 0; i < x->count; i++) {
    if (i == y || !x->events[i].is_use || x->before[y][i])
      continue;
    if (!(x->events[y].owned ? x->before : x->given)[i][y])
      return 0;
  }
  return 1;
}

static int is_divided (const execution *x, const char *turns, unsigned i,
                       unsigned k) {
  for (unsigned t = 0; t < x->count; t++)
    if (turns[t] && x->before[i][t] && x->before[t][k])
      return 1;
  return 0;
}

/* All that are in a phase with this one. */
static int is_broken_at (const execution *x, const char *turns, unsigned i) {
  uint64_t locks = ~(uint64_t)0;
  int writes = 0;
  for (unsigned k = 0; k < x->count; k++) {
    if (!x->events[k].is_use || turns[k] || is_divided (x, turns, i, k) ||
        is_divided (x, turns, k, i))
      continue;
    locks &= x->events[k].locks;
    writes |= x->events[k].writes;
  }
  return writes && !locks;
}

static int is_broken (const execution *x) {
  char turns[MOST];
  for (unsigned i = 0; i < x->count; i++)
    turns[i] = x->events[i].is_use && is_turn_naively (x, i);
  for (unsigned i = 0; i < x->count; i++)
    if (x->events[i].is_use && !turns[i] && is_broken_at (x, turns, i))
      return 1;
  return 0;
}

/*------------------------------------------------------------------------*/
/* The same execution with vector clocks. */

typedef struct simulation {
  execution x;
  sett_vector_clock clock[THREADS], given[THREADS], object[OBJECTS];
  int last[THREADS], released[OBJECTS]; /* events; -1: none */
  char alive[THREADS], owner;
  uint64_t held[THREADS];
  sett_phase_memory *memory;
  sett_phases *phases;
} simulation;

static simulation *current;

static int is_settled (unsigned thread, uint32_t clock) {
  for (unsigned t = 0; t < THREADS; t++)
    if (t != thread && current->alive[t] == 1 &&
        current->clock[t].near[thread] < clock)
      return 0;
  return 1;
}

static void order (execution *x, int before, unsigned after, int gives) {
  for (int i = 0; i < (int)x->count; i++) {
    if (before >= 0 && (i == before || x->before[i][before]))
      x->before[i][after] = 1;
    if (before >= 0 && gives && (i == before || x->given[i][before]))
      x->given[i][after] = 1;
  }
}

static unsigned add_event (simulation *s, unsigned thread) {
  execution *x = &s->x;
  const unsigned n = x->count++;
  x->events[n] = (event){.thread = thread};
  order (x, s->last[thread], n, 1);
  s->last[thread] = (int)n;
  return n;
}

static void join_clock (sett_vector_clock *to, const sett_vector_clock *from) {
  for (unsigned t = 0; t < THREADS; t++)
    if (to->near[t] < from->near[t])
      to->near[t] = from->near[t];
}

static void pass (simulation *s, unsigned from, unsigned to, unsigned at) {
  const int given = s->last[from];
  join_clock (&s->given[to], &s->given[from]);
  if (s->given[to].near[from] < s->clock[from].near[from])
    s->given[to].near[from] = s->clock[from].near[from];
  join_clock (&s->clock[to], &s->clock[from]);
  s->clock[from].near[from]++;
  order (&s->x, given, at, 1);
}

static void create_thread (simulation *s, unsigned thread, unsigned child) {
  add_event (s, thread);
  s->alive[child] = 1;
  s->clock[child].near[child] = 1;
  const unsigned n = s->x.count++;
  s->x.events[n] = (event){.thread = child};
  s->last[child] = (int)n;
  pass (s, thread, child, n);
}

static void join_thread (simulation *s, unsigned thread, unsigned other) {
  const unsigned n = add_event (s, thread);
  s->alive[other] = 2;
  pass (s, other, thread, n);
}

/* Objects are released and acquired like semaphores. */
static void synchronise (simulation *s, unsigned thread) {
  const unsigned n = add_event (s, thread), o = any (OBJECTS);
  if (any (2)) {
    if (s->released[o] >= 0)
      order (&s->x, s->released[o], n, 0);
    join_clock (&s->object[o], &s->clock[thread]);
    join_clock (&s->clock[thread], &s->object[o]);
    s->released[o] = (int)n;
    s->clock[thread].near[thread]++;
  } else {
    join_clock (&s->clock[thread], &s->object[o]);
    order (&s->x, s->released[o], n, 0);
  }
}

/* Locks guard uses; here they do not order them, which makes no difference to
   the definition. */
static void change_locks (simulation *s, unsigned thread) {
  if (any (2))
    s->held[thread] = 1 + any (2);
  else
    s->held[thread] ^= (uint64_t)1 << any (LOCKS);
}

static int use_variable (simulation *s, unsigned thread) {
  const unsigned n = add_event (s, thread);
  event *e = &s->x.events[n];
  uintptr_t locks[LOCKS];
  size_t count = 0;
  e->is_use = 1;
  e->writes = !any (3);
  e->owned = s->owner == (char)thread;
  e->locks = s->held[thread];
  for (unsigned i = 0; i < LOCKS; i++) {
    const unsigned lock = (i * 5 + 3) % LOCKS;
    if (e->locks >> lock & 1)
      locks[count++] = 1000 + lock;
  }
  const sett_use use = {
      thread,
      s->clock[thread].near[thread],
      &s->clock[thread],
      e->owned ? &s->clock[thread] : &s->given[thread],
      sett_lock_sets_number (sett_phase_lock_sets (s->memory), locks, count),
      e->writes};
  return sett_phases_use (s->memory, s->phases, &use);
}

static int step (simulation *s, unsigned thread) {
  switch (any (12)) {
  case 0:
  case 1: {
    const unsigned other = any (THREADS);
    if (!s->alive[other])
      create_thread (s, thread, other);
    else if (s->alive[other] == 1 && other > thread)
      join_thread (s, thread, other);
    return 1;
  }
  case 2:
  case 3:
  case 4:
    synchronise (s, thread);
    return 1;
  case 5:
    change_locks (s, thread);
    return 1;
  default:
    return use_variable (s, thread);
  }
}

static void begin (simulation *s) {
  memset (s, 0, sizeof *s);
  s->memory = sett_phase_memory_create (SETT_PLANE);
  s->phases = sett_phases_create (s->memory);
  if (any (2))
    sett_phase_memory_forget_by (s->memory, is_settled);
  s->alive[0] = 1;
  s->owner = any (3) ? -1 : (char)any (THREADS);
  for (unsigned t = 0; t < THREADS; t++) {
    s->last[t] = -1;
    s->held[t] = any (3) ? 1 : any (1 << LOCKS);
  }
  for (unsigned o = 0; o < OBJECTS; o++)
    s->released[o] = -1;
  current = s;
}

/* What becomes of the original does not matter to the copy. */
static void part (simulation *s) {
  static const sett_vector_clock nothing;
  sett_phases *copy = sett_phases_copy (s->memory, s->phases);
  for (unsigned t = 0; t < THREADS; t++) {
    const sett_use use = {t, 1000, &nothing, &nothing, 0, 1};
    sett_phases_use (s->memory, s->phases, &use);
  }
  s->phases = copy;
}

static void phases_are_as_defined (void **state) {
  simulation s;
  unsigned broken = 0, kept = 0;
  (void)state;
  for (seed = 1; seed < 2000000000;) {
    const uint64_t first = seed;
    begin (&s);
    int ok = 1;
    while (ok && s.x.count + 2 < MOST) {
      unsigned t = any (THREADS);
      while (s.alive[t] != 1)
        t = (t + 1) % THREADS;
      if (!any (8))
        part (&s);
      ok = step (&s, t);
      if (s.x.count && s.x.events[s.x.count - 1].is_use &&
          ok == is_broken (&s.x))
        fail_msg ("seed %lu: %s after %u events", (unsigned long)first,
                  ok ? "not noticed" : "alarm", s.x.count);
    }
    broken += !ok;
    kept += ok;
    sett_phase_memory_destroy (s.memory);
    seed = first + 150001 * volume_stride ();
  }
  assert_true (broken > volume (500) && kept > volume (20));
}

/*------------------------------------------------------------------------*/

static void sets_of_locks (void **state) {
  enum { SETS = 3000 };
  static uint64_t masks[SETS];
  static uint32_t numbers[SETS];
  sett_lock_sets *sets = sett_lock_sets_create ();
  (void)state;
  seed = 7;
  for (unsigned i = 0; i < SETS; i++) {
    uintptr_t locks[200];
    size_t count = 0;
    for (unsigned k = any (100); k; k--) {
      const unsigned lock = any (60);
      masks[i] |= (uint64_t)1 << lock;
      locks[count++] = lock * 8;
    }
    if (i % 3 == 2)
      masks[i] = masks[i - 1] & masks[i - 2];
    numbers[i] = i % 3 == 2 ? sett_lock_sets_common (sets, numbers[i - 1],
                                                     numbers[i - 2])
                            : sett_lock_sets_number (sets, locks, count);
  }
  for (unsigned i = 0; i < SETS; i++)
    for (unsigned k = 0; k < SETS; k++)
      assert_true ((masks[i] == masks[k]) == (numbers[i] == numbers[k]));
  sett_lock_sets_destroy (sets);
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (phases_are_as_defined),
      cmocka_unit_test (sets_of_locks),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
