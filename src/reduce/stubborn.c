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

#include "reduce/reducer.h"

#include <string.h>

typedef struct growth {
  sett_reducer *reducer;
  const sett_sink *steps; /* all steps of the state */
  uint64_t possible[SETT_MOST_PROCESSES];
  uint64_t in[SETT_MOST_PROCESSES];   /* T */
  uint64_t done[SETT_MOST_PROCESSES]; /* of which the closure is in T */
  unsigned todo[SETT_MOST_PROCESSES], todo_count;
  unsigned char queued[SETT_MOST_PROCESSES];
  int everything; /* T must be everything */
} growth;

static void add (growth *g, unsigned process, uint64_t set) {
  if (!(set & ~g->in[process]))
    return;
  g->in[process] |= set;
  if (g->queued[process])
    return;
  g->queued[process] = 1;
  g->todo[g->todo_count++] = process;
}

/* Both partners of a rendezvous are bound by it. */
static void add_partners (growth *g, unsigned process, uint32_t transition) {
  const sett_reducer *r = g->reducer;
  for (uint32_t k = 0; k < g->steps->count; k++) {
    const sett_step *step = &g->steps->steps[k];
    if (step->process == process && step->transition == transition &&
        step->partner != SETT_NOBODY)
      add (g, step->partner, r->at[step->partner]->all);
  }
}

static void close_possible (growth *g, unsigned i, unsigned number) {
  sett_reducer *r = g->reducer;
  const sett_position *mine = r->at[i];
  /* After one transition at a timeout the others are no longer possible. */
  if ((mine->wild | mine->waiting) >> number & 1) {
    g->everything = 1;
    return;
  }
  add (g, i, mine->all);
  add_partners (g, i, mine->transitions[number]);
  for (unsigned j = 0; j < r->count; j++)
    if (j != i)
      add (
          g, j,
          sett_relation_pair (r->relation, mine, r->at[j])->disturbing[number]);
}

static void close_impossible (growth *g, unsigned i, unsigned number) {
  sett_reducer *r = g->reducer;
  const sett_position *mine = r->at[i];
  if (mine->waiting >> number & 1)
    return;
  if (mine->own >> number & 1)
    add (g, i, mine->all);
  const int rivalled = (mine->rivals[number] & g->possible[i]) != 0;
  for (unsigned j = 0; j < r->count; j++) {
    const sett_pair *pair = sett_relation_pair (r->relation, mine, r->at[j]);
    add (g, j, (rivalled ? pair->enabling_still : pair->enabling)[number]);
  }
}

static void close (growth *g) {
  while (g->todo_count && !g->everything) {
    const unsigned i = g->todo[--g->todo_count];
    g->queued[i] = 0;
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
  for (uint32_t k = 0; k < g->steps->count; k++) {
    const sett_step *step = &g->steps->steps[k];
    const unsigned number =
        sett_position_find (r->at[step->process], step->transition);
    if (number == SETT_MOST_BRANCHES || !step->size)
      return 0; /* the step of a fault: no reduction here */
    g->possible[step->process] |= (uint64_t)1 << number;
  }
  return 1;
}

static int is_chosen (const growth *g, const sett_step *step) {
  const unsigned number =
      sett_position_find (g->reducer->at[step->process], step->transition);
  return (int)(g->in[step->process] >> number & 1);
}

/* The number of steps in T; 0 when T must be everything. */
static uint32_t grow (growth *g, unsigned seed) {
  const sett_reducer *r = g->reducer;
  memset (g->in, 0, r->count * sizeof *g->in);
  memset (g->done, 0, r->count * sizeof *g->done);
  memset (g->queued, 0, r->count);
  g->todo_count = 0;
  g->everything = 0;
  add (g, seed, r->at[seed]->all);
  close (g);
  uint32_t chosen = 0;
  for (uint32_t k = 0; k < g->steps->count && !g->everything; k++)
    chosen += (uint32_t)is_chosen (g, &g->steps->steps[k]);
  return g->everything ? 0 : chosen;
}

/* A process takes part with all its steps or with none. */
static uint64_t processes_of (const growth *g) {
  uint64_t set = 0;
  for (uint32_t k = 0; k < g->steps->count; k++)
    if (is_chosen (g, &g->steps->steps[k]))
      set |= (uint64_t)1 << g->steps->steps[k].process;
  return set;
}

/* Is the set one that may be taken? */
static int suits (const growth *g, sett_step *chosen) {
  sett_sink some = {.steps = chosen};
  for (uint32_t k = 0; k < g->steps->count; k++)
    if (is_chosen (g, &g->steps->steps[k]))
      chosen[some.count++] = g->steps->steps[k];
  return sett_ample_suits (g->reducer, &some);
}

/* Those that take part in the smallest set found. */
static uint64_t find_best (growth *g) {
  const sett_reducer *r = g->reducer;
  uint32_t fewest = g->steps->count;
  uint64_t best = 0;
  const size_t bytes = g->steps->count * sizeof (sett_step);
  sett_step *chosen = sett_alloc (bytes);
  for (unsigned seed = r->count; seed-- && fewest > 1;) {
    if (!g->possible[seed])
      continue;
    const uint32_t count = grow (g, seed);
    if (count && count < fewest && suits (g, chosen)) {
      fewest = count;
      best = processes_of (g);
    }
  }
  sett_free (chosen, bytes);
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
    key[i] = sett_relation_situation (r->relation, r->at[i], g->possible[i]);
  for (uint32_t k = 0; k < g->steps->count; k++) {
    const sett_step *step = &g->steps->steps[k];
    const unsigned number =
        sett_position_find (r->at[step->process], step->transition);
    if (step->partner == SETT_NOBODY)
      continue;
    if (length == SETT_MEMO_WORDS)
      return 0;
    key[length++] =
        MEETING | number << 16 | (uint32_t)step->process << 8 | step->partner;
  }
  return length;
}

/* The same, remembered. */
static uint64_t find_choice (growth *g) {
  sett_reducer *r = g->reducer;
  uint32_t key[SETT_MEMO_WORDS];
  uint64_t best;
  const unsigned length = find_key (g, key);
  if (!length)
    return find_best (g);
  struct sett_memo_entry *place = sett_memo_place (&r->choices, key, length);
  if (!sett_memo_get (place, key, length, &best)) {
    best = find_best (g);
    sett_memo_put (place, key, length, best);
  }
  return best;
}

static void filter (sett_sink *sink, uint64_t processes) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < sink->count; k++)
    if (processes >> sink->steps[k].process & 1)
      sink->steps[kept++] = sink->steps[k];
  sink->count = kept;
}

sett_sink *sett_stubborn_filter (sett_reducer *r) {
  growth g; /* large, and initialised where it is used */
  g.reducer = r;
  sett_sink *steps =
      sett_expand_steps (r->expander, r->state, r->size, SETT_NOBODY);
  g.steps = steps;
  r->stuck = !steps->count;
  if (r->count > 64 || steps->count < 2 ||
      !sett_reducer_tries (r, &r->stubborn_luck) || !find_possible (&g))
    return NULL;
  const uint64_t chosen = find_choice (&g);
  sett_luck_note (&r->stubborn_luck, chosen != 0);
  if (!chosen)
    return NULL;
  filter (steps, chosen);
  return steps;
}

const sett_sink *sett_stubborn_select (sett_reducer *r) {
  const sett_sink *steps = sett_stubborn_filter (r);
  return steps ? sett_ample_close (r, steps) : NULL;
}
