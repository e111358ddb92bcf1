/* Strong stubborn sets.

   A set T of transitions, possible or not, at the positions of the processes:
   - for a possible transition in T, everything is in T that can disturb it,
     or after which a process can: all other transitions of its own process (and
     of its partner in a rendezvous), and the transitions of others that lead
     there;
   - for one that is not possible, everything is in T that can help to make it
     possible (a necessary enabling set).
   - at least one transition in T is possible.

   So in any run that avoids T, no transition of T becomes possible or is
   disturbed; the possible ones in T are a persistent set.  A transition that
   waits for a timeout needs no help: it cannot happen while one in T can.

   T is grown from each process in turn; the one with the fewest steps wins. */

#include "base/assert.h"
#include "reduce/reducer.h"

#include <string.h>

typedef struct growth {
  sett_reducer *reducer;
  const sett_sink *steps; /* all steps of the state */
  uint64_t possible[SETT_MOST_PROCESSES];
  uint32_t counts[SETT_MOST_PROCESSES]; /* of steps */
  uint64_t in[SETT_MOST_PROCESSES];     /* T */
  uint64_t done[SETT_MOST_PROCESSES];   /* of which the closure is in T */
  unsigned todo[SETT_MOST_PROCESSES], todo_count;
  unsigned char queued[SETT_MOST_PROCESSES];
  uint64_t taken; /* processes of which a possible transition is in T */
  uint32_t taken_steps;
  uint32_t fewest;   /* T must have fewer steps */
  uint64_t hopeless; /* processes from which T does not stay small enough */
  int everything;    /* T must be everything, or has too many steps */
} growth;

static void add (growth *g, unsigned process, uint64_t set) {
  SETT_ASSERT_SLOW (process < g->reducer->count);
  if (!(set & ~g->in[process]))
    return;
  g->in[process] |= set;
  if (g->queued[process])
    return;
  g->queued[process] = 1;
  SETT_ASSERT (g->todo_count < SETT_MOST_PROCESSES);
  g->todo[g->todo_count++] = process;
}

/* Both partners of a rendezvous are bound by it. */
static void add_partners (growth *g, unsigned process, uint32_t transition) {
  const sett_reducer *r = g->reducer;
  for (uint32_t k = 0; k < g->steps->count; k++) {
    const sett_step *step = &g->steps->steps[k];
    if (step->process == process && step->transition == transition &&
        step->partner != SETT_NO_PROCESS)
      add (g, step->partner, r->at[step->partner]->all);
  }
}

/* A process takes part with all its steps or with none. */
static void take (growth *g, unsigned i) {
  SETT_ASSERT (i < g->reducer->count);
  const uint64_t bit = (uint64_t)1 << i;
  if (g->taken & bit)
    return;
  g->taken |= bit;
  g->taken_steps += g->counts[i];
  add (g, i, g->reducer->at[i]->all);
  if (g->taken_steps >= g->fewest || g->hopeless & bit)
    g->everything = 1;
}

static void close_possible (growth *g, unsigned i, unsigned number) {
  sett_reducer *r = g->reducer;
  const sett_position *mine = r->at[i];
  SETT_ASSERT (number < mine->count && g->possible[i] >> number & 1);
  /* After one transition at a timeout the others are no longer possible. */
  if ((mine->wild | mine->waiting) >> number & 1) {
    g->everything = 1;
    return;
  }
  take (g, i);
  add_partners (g, i, mine->transitions[number]);
  for (unsigned j = 0; j < r->count; j++)
    if (j != i)
      add (g, j,
           sett_dependency_pair (r->dependency, mine, r->at[j])
               ->disturbing[number]);
}

static void close_impossible (growth *g, unsigned i, unsigned number) {
  sett_reducer *r = g->reducer;
  const sett_position *mine = r->at[i];
  SETT_ASSERT (number < mine->count && !(g->possible[i] >> number & 1));
  if (mine->waiting >> number & 1)
    return;
  if (mine->own >> number & 1)
    add (g, i, mine->all);
  const int rivalled = (mine->rivals[number] & g->possible[i]) != 0;
  for (unsigned j = 0; j < r->count; j++) {
    const sett_pair *pair =
        sett_dependency_pair (r->dependency, mine, r->at[j]);
    add (g, j, (rivalled ? pair->enabling_still : pair->enabling)[number]);
  }
}

static void close (growth *g) {
  while (g->todo_count && !g->everything) {
    const unsigned i = g->todo[--g->todo_count];
    g->queued[i] = 0;
    SETT_ASSERT (!(g->in[i] & ~g->reducer->at[i]->all));
    for (uint64_t fresh = g->in[i] & ~g->done[i]; fresh;
         fresh = g->in[i] & ~g->done[i]) {
      const unsigned number = (unsigned)__builtin_ctzll (fresh);
      g->done[i] |= (uint64_t)1 << number;
      if (g->possible[i] >> number & 1)
        close_possible (g, i, number);
      else
        close_impossible (g, i, number);
    }
  }
}

static int find_possible (growth *g) {
  const sett_reducer *r = g->reducer;
  memset (g->possible, 0, r->count * sizeof *g->possible);
  memset (g->counts, 0, r->count * sizeof *g->counts);
  for (uint32_t k = 0; k < g->steps->count; k++) {
    const sett_step *step = &g->steps->steps[k];
    SETT_ASSERT (step->process < r->count);
    const unsigned number =
        sett_position_find (r->at[step->process], step->transition);
    if (number == SETT_MOST_BRANCHES || !step->size)
      return 0; /* the step of a violation: no reduction here */
    g->possible[step->process] |= (uint64_t)1 << number;
    g->counts[step->process]++;
  }
  return 1;
}

/* Has everything in T been looked at, and does T have a possible transition, or
   is it so large that it does not matter? */
static inline int is_closed (const growth *g) {
  uint64_t possible = 0;
  for (unsigned i = 0; i < g->reducer->count; i++) {
    if (g->in[i] & ~g->done[i])
      return 0;
    possible |= g->in[i] & g->possible[i];
  }
  return !possible == !g->taken;
}

/* Grows T from a process; false when it does not become small enough. */
static int grow (growth *g, unsigned seed) {
  const sett_reducer *r = g->reducer;
  memset (g->in, 0, r->count * sizeof *g->in);
  memset (g->done, 0, r->count * sizeof *g->done);
  memset (g->queued, 0, r->count);
  g->todo_count = 0;
  g->taken = 0;
  g->taken_steps = 0;
  g->everything = 0;
  add (g, seed, r->at[seed]->all);
  close (g);
  SETT_ASSERT_SLOW (g->everything || is_closed (g));
  return !g->everything;
}

/* Are the steps of these processes a set that may be taken? */
static int suits (const growth *g, uint64_t processes) {
  const size_t bytes = g->steps->count * sizeof (sett_step);
  sett_sink some = {.steps = sett_alloc (bytes)};
  for (uint32_t k = 0; k < g->steps->count; k++)
    if (processes >> g->steps->steps[k].process & 1)
      some.steps[some.count++] = g->steps->steps[k];
  const int result = sett_ample_suits (g->reducer, &some);
  sett_free (some.steps, bytes);
  return result;
}

/* The process of the smallest ample set. */
static uint64_t find_single (growth *g) {
  sett_reducer *r = g->reducer;
  uint64_t best = 0;
  g->fewest = UINT32_MAX;
  for (unsigned i = r->count; i-- && g->fewest > 1;)
    if (g->counts[i] && g->counts[i] < g->fewest &&
        sett_ample_is_undisturbed (r, i, g->possible[i]) &&
        suits (g, (uint64_t)1 << i)) {
      g->fewest = g->counts[i];
      best = (uint64_t)1 << i;
    }
  return best;
}

/* Those that take part in the smallest set found. */
static uint64_t find_best (growth *g) {
  const sett_reducer *r = g->reducer;
  uint64_t best = 0;
  g->fewest = g->steps->count;
  g->hopeless = 0;
  for (unsigned seed = r->count; seed-- && g->fewest > 1;) {
    if (!g->counts[seed])
      continue;
    if (!grow (g, seed))
      g->hopeless |= (uint64_t)1 << seed;
    else if (suits (g, g->taken)) {
      g->fewest = g->taken_steps;
      SETT_ASSERT (g->taken_steps && g->taken_steps < g->steps->count);
      best = g->taken;
    }
  }
  return best;
}

#define MEETING 0x80000000u /* in words of a key that are no situations */

/* What a choice depends on: the positions, what is possible there, and who
   meets whom; and nothing else.  Gives the length, 0 if it is too long. */
static unsigned find_key (const growth *g, uint32_t key[SETT_MEMO_WORDS]) {
  const sett_reducer *r = g->reducer;
  unsigned length = r->count;
  if (length > SETT_MEMO_WORDS)
    return 0;
  for (unsigned i = 0; i < r->count; i++)
    key[i] =
        sett_dependency_situation (r->dependency, r->at[i], g->possible[i]);
  for (uint32_t k = 0; k < g->steps->count; k++) {
    const sett_step *step = &g->steps->steps[k];
    if (step->partner == SETT_NO_PROCESS)
      continue;
    if (length == SETT_MEMO_WORDS)
      return 0;
    const unsigned number =
        sett_position_find (r->at[step->process], step->transition);
    key[length++] =
        MEETING | number << 16 | (uint32_t)step->process << 8 | step->partner;
  }
  SETT_ASSERT (length <= SETT_MEMO_WORDS);
  return length;
}

#define UNTRIED (~(uint64_t)0) /* there is no ample set; more is not known */

/* Finds the processes to select, 0: all.  One process alone is preferred, if it
   may be. */
static uint64_t choose (growth *g, int singles) {
  sett_reducer *r = g->reducer;
  const uint64_t single = singles ? find_single (g) : 0;
  if (single)
    return single;
  if (!sett_reducer_tries (r, &r->experience->stubborn_backoff))
    return UNTRIED;
  const uint64_t best = find_best (g);
  sett_backoff_note (&r->experience->stubborn_backoff, best != 0);
  return best;
}

/* The same, remembered. */
static uint64_t recall (growth *g, int singles) {
  sett_memo *choices = &g->reducer->experience->choices;
  uint32_t key[SETT_MEMO_WORDS];
  uint64_t best = 0;
  const unsigned length = find_key (g, key);
  const int known = length && sett_memo_get (choices, key, length, &best);
  if (known && best != UNTRIED)
    return best;
  best = choose (g, singles && !known);
  if (length && !(known && best == UNTRIED))
    sett_memo_put (choices, key, length, best);
  return best == UNTRIED ? 0 : best;
}

typedef enum outcome {
  NOTHING, /* is selected: all steps are still there */
  SOMETHING,
  UNKNOWN /* a step ends in a violation, or is of none of the transitions */
} outcome;

/* Puts all steps into the expander's sink, and leaves those that are
   selected. */
static outcome select_steps (sett_reducer *r, int singles) {
  growth g; /* large, and initialised where it is used */
  sett_sink *steps =
      sett_expand_steps (r->expander, r->state, r->size, SETT_NO_PROCESS);
  g.reducer = r;
  g.steps = steps;
  r->stuck = !steps->count;
  if (steps->count < 2)
    return NOTHING;
  if (r->count > 64 || !find_possible (&g))
    return UNKNOWN;
  const uint64_t chosen = recall (&g, singles);
  SETT_ASSERT (chosen != UNTRIED);
  if (!chosen)
    return NOTHING;
  sett_party_filter (steps, &(sett_party){.processes = chosen});
  return SOMETHING;
}

sett_sink *sett_stubborn_filter (sett_reducer *r) {
  return select_steps (r, 0) == SOMETHING ? sett_expander_steps (r->expander)
                                          : NULL;
}

const sett_sink *sett_stubborn_select (sett_reducer *r, int *reduced) {
  switch (select_steps (r, 1)) {
  case SOMETHING:
    return sett_ample_close (r, sett_expander_steps (r->expander));
  case NOTHING:
    *reduced = 0;
    return sett_expand_close (r->expander);
  default:
    return sett_ample_best (r);
  }
}

unsigned sett_stubborn_parties (sett_reducer *r, sett_party parties[64]) {
  growth g; /* large, and initialised where it is used */
  unsigned count = 0;
  g.reducer = r;
  g.steps = sett_expand_steps (r->expander, r->state, r->size, SETT_NO_PROCESS);
  g.fewest = UINT32_MAX;
  g.hopeless = 0;
  if (!find_possible (&g))
    return 0;
  for (unsigned seed = 0; seed < r->count; seed++)
    if (g.counts[seed] && grow (&g, seed))
      parties[count++] =
          (sett_party){.processes = g.taken, .steps = g.taken_steps};
  SETT_ASSERT (count <= 64);
  return count;
}
