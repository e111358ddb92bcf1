/* Leap sets: several persistent sets of different processes, taken together.

   The sets are ample sets, each of one process, or persistent or stubborn sets
   (section 6 of the paper), each of a *group* of processes of which it has all
   steps; no process is in two groups.  A leap takes one step of each set, one
   after the other, and counts as one; the leaps of a state are the product of
   the sets.  A step of one set is a step that avoids the others; so it neither
   disturbs theirs nor makes more of them possible, and after the steps of some
   groups those of the next are what they were.

   Extended leap sets also have, where the search asks for it or always
   (sett_reduction.extends), leaps L followed by a step that is in none of the
   sets: Lb for each such step b, its state is *extending* then.  Without
   a claim one L will do; with one, every L is extended.  (The paper extends one
   in both cases, and its lemma 2 does not hold where a set has two
   steps: the choice that a run makes there may contradict the one L.)

   Why that suffices.  Let w be a run from state x, and M the groups whose sets
   are multiplied there (persistent: C1; invisible: C3; no step of them has a
   violation: admit).  If a process of a group moves in w, the first such move
   is a step of the set, does not depend on what comes before it, and is
   invisible; so w is as good as the run that begins with it.  If none does, all
   steps of the set stay possible along w, and any of them can be put before w:
   the claim does not see it.  So there is a leap L that *agrees* with w, and a
   run Lw', as good as w for the claim, where w' is w without the steps that are
   in L.

   - Deadlocks: w ends where nobody can move, so each group moves in w: w' is
     shorter than w, and leads to the same end.
   - Violations (and which statements are executed), one L extended: w ends with
   the violation.  If a group of M moves in w, take an L that agrees: w' is
   shorter. The violation itself is never in L: a step of a set that fails after
   others moved fails in x already.  If none of M moves in w, every leap agrees
   with w: take those that lead to an extending state (the proviso of the stack:
   there is one), and there Lb, where b begins w.
   - Claims, every L extended: take L that agrees with w.  If w begins with a
     step of M, it is in L and w' has lost its first step.  If not, its first
     step b is also the first of w'; in an extending state Lb is there for this
     L, and b is done; else go on with w' from where L leads.  No cycle of the
     reduced graph lacks an extending state (nested.c; or all are extending), so
     that b is done after finitely many leaps: each step of w is done at last.
     Visible steps are never in L but only come as such b: in the order of w.
     Between them nothing changes what the claim reads, at the states inside of
     leaps either.  Hence the run that was built reads like w but for
     stuttering, and it ends if w does.

   The claim's own states are all closed under stuttering, since each stands
   for formulas without next; so it does not matter that whether a state is
   extending may depend on the claim's state as well.  The second search of a
   nested one takes the same sets as the first, since what is extending is
   marked.  Sets may be left out, because there would be too many leaps, because
   of a violation, or because they overlap with others: M may be any part of
   those that there are. */

#include "reduce/check_leap.h"
#include "base/assert.h"
#include "base/mutant.h"
#include "reduce/check_reduce.h"
#include "reduce/reduce_mutant.h"
#include "reduce/reducer.h"

#define MOST_LEAPS 4096u

typedef struct leap {
  sett_reducer *reducer;
  sett_groups groups;
  uint32_t leaps; /* how many there are */
} leap;

/* The steps in the expander's sink are those of some processes.  Do they take
   part as the next group?  Their set must suit and have no violation. */
static int admit (leap *l, const sett_sink *steps) {
  sett_reducer *r = l->reducer;
  if (!steps->count || !sett_ample_suits (r, steps) ||
      !(steps = sett_ample_close (r, steps)) ||
      l->leaps * steps->count > MOST_LEAPS)
    return 0;
  for (uint32_t k = 0; k < steps->count; k++)
    if (steps->steps[k].violation)
      return 0;
  l->leaps *= steps->count;
  SETT_ASSERT (l->leaps && l->leaps <= MOST_LEAPS);
  l->groups.count++;
  return 1;
}

/* Every process that has an ample set is a group. */
static void find_single (leap *l) {
  sett_reducer *r = l->reducer;
  for (unsigned i = r->count; i--;) {
    const sett_sink *steps = sett_ample_steps (r, i);
    if (!steps || !admit (l, steps))
      continue;
    l->groups.of[i] = (uint16_t)l->groups.count;
    SETT_ASSERT (i < SETT_MOST_PROCESSES);
    l->groups.only[l->groups.count] = (uint16_t)i;
  }
}

static void put_in (leap *l, const sett_party *party) {
  SETT_ASSERT (party->processes);
  const uint64_t set = party->processes;
  for (unsigned i = 0; i < l->reducer->count; i++)
    if (set >> i & 1)
      l->groups.of[i] = (uint16_t)l->groups.count;
  l->groups.only[l->groups.count] =
      set & (set - 1) ? SETT_NO_PROCESS : (uint16_t)__builtin_ctzll (set);
}

/* Larger sets: small ones first, none that shares a process with another. */
static void find_groups (leap *l) {
  sett_reducer *r = l->reducer;
  sett_party parties[64];
  uint64_t taken = 0;
  unsigned left = r->reduction.sets == SETT_REDUCE_STUBBORN
                      ? sett_stubborn_parties (r, parties)
                      : sett_persistent_parties (r, parties);
  while (left) {
    SETT_ASSERT (left <= 64);
    unsigned best = 0;
    for (unsigned i = 1; i < left; i++)
      if (parties[i].steps < parties[best].steps)
        best = i;
    const sett_party party = parties[best];
    parties[best] = parties[--left];
    SETT_ASSERT (party.steps);
    if (party.processes & taken)
      continue;
    sett_sink *steps =
        sett_expand_steps (r->expander, r->state, r->size, SETT_NO_PROCESS);
    sett_party_filter (steps, &party);
    if (!admit (l, steps))
      continue;
    taken |= party.processes;
    put_in (l, &party);
  }
}

/* The states after the steps of some groups; the parent of a state is the
   number under which the one before it was noted. */
typedef struct stage {
  sett_state_list states;
  int is_start;
} stage;

/* The number under which a state of a stage is noted as one on the way; the
   state from which all leaps start is none. */
static uint32_t note (sett_reducer *r, const stage *s, size_t i) {
  return s->is_start ? SETT_NO_LEG
                     : sett_reducer_note (r, sett_state_list_at (&s->states, i),
                                          s->states.steps.at[i].size,
                                          s->states.parents.at[i]);
}

/* Every state of a stage, moved on by every step of a group. */
static void advance (const leap *l, const stage *from, unsigned group,
                     stage *to) {
  sett_reducer *r = l->reducer;
  for (size_t i = 0; i < from->states.steps.count; i++) {
    const unsigned char *state = sett_state_list_at (&from->states, i);
    const uint32_t size = from->states.steps.at[i].size;
    const uint32_t leg = note (r, from, i);
    sett_groups_expand (&l->groups, r->expander, state, size, group);
    const sett_sink *sink = sett_expand_close (r->expander);
    for (uint32_t k = 0; k < sink->count; k++) {
      const sett_step *step = &sink->steps[k];
      if (step->size)
        sett_state_list_add (&to->states, step, sink->bytes + step->offset,
                             leg);
    }
  }
}

static void product (const leap *l, stage *last) {
  sett_reducer *r = l->reducer;
  const sett_step here = {.size = r->size};
  sett_state_list_add (&last->states, &here, r->state, SETT_NO_LEG);
  SETT_ASSERT (last->states.steps.count == 1);
  last->is_start = 1;
  for (unsigned group = 1; group <= l->groups.count; group++) {
    stage next = {0};
    advance (l, last, group, &next);
    sett_state_list_release (&last->states);
    *last = next;
  }
}

static void deliver_stage (sett_reducer *r, const stage *s) {
  for (size_t i = 0; i < s->states.steps.count; i++)
    sett_reducer_deliver (r, &s->states.steps.at[i],
                          sett_state_list_at (&s->states, i),
                          s->states.parents.at[i]);
}

/* What is done by others after a leap. */
static void extend_leap (const leap *l, const stage *s, size_t i) {
  sett_reducer *r = l->reducer;
  const unsigned char *state = sett_state_list_at (&s->states, i);
  SETT_ASSERT (i < s->states.steps.count);
  const uint32_t size = s->states.steps.at[i].size;
  sett_groups_expand (&l->groups, r->expander, state, size, 0);
  const uint32_t leg = note (r, s, i);
  const sett_sink *sink = sett_expand_close (r->expander);
  for (uint32_t k = 0; k < sink->count; k++)
    sett_reducer_deliver (r, &sink->steps[k],
                          sink->bytes + sink->steps[k].offset, leg);
}

/* Must every leap be extended?  Else one. */
static int extends_all (const sett_reducer *r) {
  return r->reduction.keeps_order;
}

static void extend (const leap *l, const stage *s) {
  sett_reducer *r = l->reducer;
  const int all = extends_all (r) &&
                  SETT_MUTANT (r->reduction.mutant) != SETT_MUTANT_ONE_LEAP;
  for (size_t i = 0; i < (all ? s->states.steps.count : 1); i++)
    extend_leap (l, s, i);
  if (r->checker && !r->recording)
    sett_reduce_checker_test_leaps (r->checker,
                                    &(sett_leaps){.state = r->state,
                                                  .size = r->size,
                                                  .groups = &l->groups,
                                                  .out = &r->out,
                                                  .all = extends_all (r)});
}

/* Has somebody else a step here? */
static int others_can (const leap *l) {
  sett_reducer *r = l->reducer;
  return sett_groups_expand (&l->groups, r->expander, r->state, r->size, 0)
             ->count > 0;
}

const sett_sink *sett_leap_select (sett_reducer *r, int extends, int *reduced) {
  leap l = {.reducer = r, .leaps = 1};
  stage last = {0};
  if (r->reduction.sets == SETT_REDUCE_AMPLE || r->count > 64)
    find_single (&l);
  else
    find_groups (&l);
  if (!l.groups.count)
    return NULL;
  const int left_out = others_can (&l);
  *reduced = left_out && !extends;
  product (&l, &last);
  deliver_stage (r, &last);
  SETT_ASSERT (!r->recording || r->origins.count == r->out.count);
  if (left_out && extends && last.states.steps.count)
    extend (&l, &last);
  sett_state_list_release (&last.states);
  return &r->out;
}
