/* The rule of sleep sets (kernel/sleep_rule.h) on random systems without loops,
   whose processes read and write variables, wait for them and make choices: a
   search that goes by it executes every Mazurkiewicz trace exactly once,
   whether choices sleep one by one, as moves of models do, or only together, as
   events of programs.  All executions are compared with that.  Rules with a
   mistake are noticed. */

#include "kernel/sleep_rule.h"
#include "volume.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { SYSTEMS = 200, PROCESSES = 3, MOST_STEPS = 3, VARIABLES = 3 };
enum {
  LONGEST = PROCESSES * MOST_STEPS,
  MOST_TRACES = 40000,
  MOST_ASLEEP = 64
};

typedef struct action {
  uint8_t reads, writes, waits; /* variables; waits: until it is even... */
  uint8_t has_guard;            /* ...if it has one */
  uint8_t alternatives;
} action;

typedef struct program {
  action actions[PROCESSES][MOST_STEPS];
  unsigned steps[PROCESSES];
  int together; /* alternatives sleep together only */
  int mixed;    /* and are not explored one after the other */
} program;

typedef struct state {
  unsigned at[PROCESSES];
  uint8_t variables[VARIABLES];
} state;

typedef struct move {
  uint8_t process, alternative;
  const action *action;
} move;

typedef int sleeper_test (const sett_sleep_rule *, const void *, const void *,
                          int);

typedef struct search {
  const program *program;
  sleeper_test *sleeps; /* null: nobody sleeps */
  move path[LONGEST];
  unsigned length;
  char (*traces)[2 * LONGEST + 1];
  size_t count, executions;
} search;

/* What was taken, and what was explored before it. */
typedef struct taken {
  const search *search;
  const move *move, *explored;
  unsigned explored_count;
} taken;

static int dependent (const move *a, const move *b) {
  const action *x = a->action, *y = b->action;
  return a->process == b->process || x->writes == y->writes ||
         x->writes == y->reads || x->reads == y->writes ||
         (x->has_guard && x->waits == y->writes) ||
         (y->has_guard && y->waits == x->writes);
}

static int is_complete (const void *context, const void *explored) {
  const taken *t = context;
  const move *m = explored;
  unsigned alternatives = 0;
  for (unsigned i = 0; i < t->explored_count; i++)
    alternatives += t->explored[i].process == m->process;
  return !t->search->program->together ||
         alternatives >= m->action->alternatives;
}

static int wakes (const void *context, const void *who) {
  return dependent (((const taken *)context)->move, who);
}

static const sett_sleep_rule rule = {is_complete, wakes};

/*------------------------------------------------------------------------*/

/* The least of all equivalent orders. */
static void write_trace (const search *s, char *out) {
  uint8_t done[LONGEST] = {0};
  for (unsigned n = 0; n < s->length; n++) {
    unsigned best = LONGEST;
    for (unsigned i = 0; i < s->length; i++) {
      int first = !done[i];
      for (unsigned k = 0; k < i; k++)
        first &= done[k] || !dependent (&s->path[k], &s->path[i]);
      if (first &&
          (best == LONGEST || s->path[i].process < s->path[best].process))
        best = i;
    }
    done[best] = 1;
    *out++ = (char)('a' + s->path[best].process);
    *out++ = (char)('0' + s->path[best].alternative);
  }
  *out = 0;
}

static void add_trace (search *s) {
  char *trace = s->traces[s->count];
  assert_true (s->count + 1 < MOST_TRACES);
  write_trace (s, trace);
  s->executions++;
  for (size_t i = 0; i < s->count; i++)
    if (!strcmp (s->traces[i], trace))
      return;
  s->count++;
}

static int is_enabled (const program *y, const state *s, unsigned p) {
  if (s->at[p] == y->steps[p])
    return 0;
  const action *a = &y->actions[p][s->at[p]];
  return !a->has_guard || s->variables[a->waits] % 2 == 0;
}

static void execute (state *s, const move *m) {
  uint8_t *v = s->variables;
  v[m->action->writes] = (uint8_t)(3 * v[m->action->writes] +
                                   v[m->action->reads] + m->alternative + 1);
  s->at[m->process]++;
}

/* Does it sleep?  Alternatives that sleep together are one. */
static int is_asleep (const search *s, const move *m, const move *asleep,
                      unsigned count) {
  for (unsigned i = 0; i < count; i++)
    if (asleep[i].process == m->process &&
        (s->program->together || asleep[i].alternative == m->alternative))
      return 1;
  return 0;
}

/* The moves of a state, in the order in which they are explored. */
static unsigned list_moves (const search *s, const state *at, move *moves) {
  unsigned count = 0;
  for (unsigned p = 0; p < PROCESSES; p++)
    for (unsigned i = 0; is_enabled (s->program, at, p) &&
                         i < s->program->actions[p][at->at[p]].alternatives;
         i++)
      moves[count++] =
          (move){(uint8_t)p, (uint8_t)i, &s->program->actions[p][at->at[p]]};
  for (unsigned i = 0; s->program->mixed && i < count / 2; i += 2) {
    const move first = moves[i];
    moves[i] = moves[count - 1 - i];
    moves[count - 1 - i] = first;
  }
  return count;
}

/* Who sleeps behind it? */
static unsigned pass_sleepers (const search *s, const taken *t,
                               const move *asleep, unsigned asleep_count,
                               move *behind) {
  unsigned n = 0;
  for (unsigned k = 0; s->sleeps && k < asleep_count; k++)
    if (s->sleeps (&rule, t, &asleep[k], 1))
      behind[n++] = asleep[k];
  for (unsigned k = 0; s->sleeps && k < t->explored_count; k++)
    if (s->sleeps (&rule, t, &t->explored[k], 0))
      behind[n++] = t->explored[k];
  assert_true (n < MOST_ASLEEP);
  return n;
}

static void explore (search *s, const state *at, const move *asleep,
                     unsigned asleep_count) {
  move moves[MOST_ASLEEP], explored[MOST_ASLEEP], behind[MOST_ASLEEP];
  const unsigned count = list_moves (s, at, moves);
  unsigned done = 0;
  for (unsigned i = 0; i < count; i++) {
    if (is_asleep (s, &moves[i], asleep, asleep_count))
      continue;
    const taken t = {s, &moves[i], explored, done};
    state next = *at;
    const unsigned n = pass_sleepers (s, &t, asleep, asleep_count, behind);
    execute (&next, &moves[i]);
    s->path[s->length++] = moves[i];
    explore (s, &next, behind, n);
    s->length--;
    explored[done++] = moves[i];
  }
  if (!count)
    add_trace (s);
}

/*------------------------------------------------------------------------*/

static unsigned draw (unsigned below) {
  return (unsigned)(random () >> 8) % below;
}

static void make_system (program *y, unsigned seed) {
  srandom (seed);
  *y = (program){.together = seed % 2, .mixed = seed / 2 % 2};
  for (unsigned p = 0; p < PROCESSES; p++) {
    y->steps[p] = 1 + draw (MOST_STEPS);
    for (unsigned i = 0; i < y->steps[p]; i++)
      y->actions[p][i] =
          (action){.reads = (uint8_t)draw (VARIABLES),
                   .writes = (uint8_t)draw (VARIABLES),
                   .waits = (uint8_t)draw (VARIABLES),
                   .has_guard = draw (4) == 0,
                   .alternatives = (uint8_t)(1 + (draw (4) == 0))};
  }
}

static char all_traces[MOST_TRACES][2 * LONGEST + 1],
    some_traces[MOST_TRACES][2 * LONGEST + 1];

/* Does a search by this rule find every trace, and none of them twice?  (Unless
   others go between two alternatives of a process: then it sleeps too late.) */
static int is_right (const program *y, sleeper_test *sleeps) {
  search all = {.program = y, .traces = all_traces};
  search some = {.program = y, .sleeps = sleeps, .traces = some_traces};
  explore (&all, &(state){0}, NULL, 0);
  explore (&some, &(state){0}, NULL, 0);
  assert_true (all.count > 0);
  return some.count == all.count &&
         (some.executions == some.count || (y->together && y->mixed));
}

static void test_rule (void **unused) {
  (void)unused;
  for (unsigned seed = 1; seed <= volume (2 * SYSTEMS); seed++) {
    program y;
    make_system (&y, seed);
    assert_true (is_right (&y, sett_sleeps_behind));
  }
}

/* Rules with a mistake. */

static int part_is_enough (const sett_sleep_rule *r, const void *t,
                           const void *who, int slept) {
  (void)slept;
  return !r->wakes (t, who);
}

static int nobody_sleeps_on (const sett_sleep_rule *r, const void *t,
                             const void *who, int slept) {
  return !slept && r->is_complete (t, who) && !r->wakes (t, who);
}

static int only_itself_wakes (const sett_sleep_rule *r, const void *t,
                              const void *who, int slept) {
  const move *m = who;
  return (slept || r->is_complete (t, who)) &&
         ((const taken *)t)->move->process != m->process;
}

static int nobody_falls_asleep (const sett_sleep_rule *r, const void *t,
                                const void *who, int slept) {
  return slept && !r->wakes (t, who);
}

static void test_mistakes (void **unused) {
  (void)unused;
  sleeper_test *const wrong[] = {part_is_enough, nobody_sleeps_on,
                                 only_itself_wakes, nobody_falls_asleep};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    unsigned noticed = 0;
    for (unsigned seed = 1; seed <= SYSTEMS && !noticed; seed++) {
      program y;
      make_system (&y, seed);
      noticed = !is_right (&y, wrong[i]);
    }
    assert_true (noticed);
  }
}

int main (void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (test_rule),
      cmocka_unit_test (test_mistakes),
  };
  return cmocka_run_group_tests (tests, NULL, NULL);
}
