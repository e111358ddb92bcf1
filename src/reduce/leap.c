/* Leap sets: the ample sets of all processes that have one, taken together.

   A leap takes one step of each of these processes, one after the other, and
   counts as one; the leaps of a state are the product of the ample sets.  Their
   steps do not disturb each other, so that after the steps of some processes
   those of the next are what they were.

   Extended leap sets also have, where the search asks for it or always
   (sett_reduction.extends), leaps L followed by a step that is in none of the
   ample sets: Lb for each such step b, its state is *extending* then.  Without
   a claim one L will do; with one, every L is extended.  (The paper extends one
   in both cases, and its lemma 2 does not hold where an ample set has two
   steps: the choice that a run makes there may contradict the one L.)

   Why that suffices.  Let w be a run from state x, and M the processes with
   ample sets there (C1, C3; no step of them has a fault: find_members).  If a
   process of M moves in w, its first step there is one of its ample set, does
   not depend on what comes before it, and is invisible; so w is as good as the
   run that begins with it.  If it does not move, all its ample steps stay
   possible along w, and any of them can be put before w: the claim does not
   see it.  So there is a leap L that *agrees* with w, and a run Lw', as good as
   w for the claim, where w' is w without the steps that are in L.

   - Deadlocks: w ends where nobody can move, so all of M move in w: w' is
     shorter than w, and leads to the same end.
   - Faults (and which statements are executed), one L extended: w ends with the
     fault.  If a process of M moves in w, take an L that agrees: w' is shorter.
     The fault itself is never in L: a step of an ample set that fails after
     others moved fails in x already.  If none of M moves in w, every leap
     agrees with w: take those that lead to an extending state (the proviso of
     the stack: there is one), and there Lb, where b begins w.
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
   marked.  Processes that are left out because there would be too many leaps,
   or because of a fault, count as having no ample set; so M may be any part of
   those that have one. */

#include "reduce/check_leap.h"
#include "reduce/check_reduce.h"
#include "reduce/mutant.h"
#include "reduce/reducer.h"

#define MOST_LEAPS 4096u

typedef struct leap {
  sett_reducer *reducer;
  unsigned members[SETT_MOST_PROCESSES], count;
  unsigned char is_member[SETT_MOST_PROCESSES];
} leap;

/* Which processes take part: those whose ample sets suit and have no fault. */
static void find_members (leap *l) {
  sett_reducer *r = l->reducer;
  uint32_t leaps = 1;
  for (unsigned i = r->count; i--;) {
    const sett_sink *steps = sett_ample_steps (r, i);
    if (!steps || !sett_ample_suits (r, steps) ||
        !(steps = sett_ample_close (r, steps)) ||
        leaps * steps->count > MOST_LEAPS)
      continue;
    int faulty = 0;
    for (uint32_t k = 0; k < steps->count; k++)
      faulty |= steps->steps[k].fault != 0;
    if (faulty)
      continue;
    leaps *= steps->count;
    l->members[l->count++] = i;
    l->is_member[i] = 1;
  }
}

/* The states after the steps of some members; the parent of a state is the
   number under which the one before it was noted. */
typedef struct stage {
  sett_states states;
  int is_start;
} stage;

/* The number under which a state of a stage is noted as one on the way; the
   state from which all leaps start is none. */
static uint32_t note (sett_reducer *r, const stage *s, size_t i) {
  return s->is_start ? SETT_NO_LEG
                     : sett_reducer_note (r, sett_states_at (&s->states, i),
                                          s->states.steps.at[i].size,
                                          s->states.parents.at[i]);
}

/* Every state of a stage, moved on by every step of a process. */
static void advance (sett_reducer *r, const stage *from, unsigned process,
                     stage *to) {
  for (size_t i = 0; i < from->states.steps.count; i++) {
    const unsigned char *state = sett_states_at (&from->states, i);
    const uint32_t size = from->states.steps.at[i].size;
    const uint32_t leg = note (r, from, i);
    sett_expand_steps (r->expander, state, size, process);
    const sett_sink *sink = sett_expand_close (r->expander);
    for (uint32_t k = 0; k < sink->count; k++) {
      const sett_step *step = &sink->steps[k];
      if (step->size)
        sett_states_add (&to->states, step, sink->bytes + step->offset, leg);
    }
  }
}

static void product (const leap *l, stage *last) {
  sett_reducer *r = l->reducer;
  const sett_step here = {.size = r->size};
  sett_states_add (&last->states, &here, r->state, SETT_NO_LEG);
  last->is_start = 1;
  for (unsigned m = 0; m < l->count; m++) {
    stage next = {0};
    advance (r, last, l->members[m], &next);
    sett_states_release (&last->states);
    *last = next;
  }
}

static void deliver_stage (sett_reducer *r, const stage *s) {
  for (size_t i = 0; i < s->states.steps.count; i++)
    sett_reducer_deliver (r, &s->states.steps.at[i],
                          sett_states_at (&s->states, i),
                          s->states.parents.at[i]);
}

/* What is done by others after a leap. */
static void extend_leap (const leap *l, const stage *s, size_t i) {
  sett_reducer *r = l->reducer;
  const unsigned char *state = sett_states_at (&s->states, i);
  const uint32_t size = s->states.steps.at[i].size;
  sett_sink *steps = sett_expand_steps (r->expander, state, size, SETT_NOBODY);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < steps->count; k++)
    if (!l->is_member[steps->steps[k].process])
      steps->steps[kept++] = steps->steps[k];
  steps->count = kept;
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
  const int all =
      extends_all (r) && r->reduction.mutant != SETT_MUTANT_ONE_LEAP;
  for (size_t i = 0; i < (all ? s->states.steps.count : 1); i++)
    extend_leap (l, s, i);
  if (r->checker && !r->recording)
    sett_reduce_checker_test_leaps (r->checker,
                                    &(sett_leaps){.state = r->state,
                                                  .size = r->size,
                                                  .members = l->members,
                                                  .count = l->count,
                                                  .out = &r->out,
                                                  .all = extends_all (r)});
}

/* Has somebody else a step here? */
static int others_can (const leap *l) {
  sett_reducer *r = l->reducer;
  const sett_sink *steps =
      sett_expand_steps (r->expander, r->state, r->size, SETT_NOBODY);
  for (uint32_t k = 0; k < steps->count; k++)
    if (!l->is_member[steps->steps[k].process])
      return 1;
  return 0;
}

const sett_sink *sett_leap_select (sett_reducer *r, int extends, int *reduced) {
  leap l = {.reducer = r};
  stage last = {0};
  find_members (&l);
  if (!l.count)
    return NULL;
  const int left_out = others_can (&l);
  *reduced = left_out && !extends;
  product (&l, &last);
  deliver_stage (r, &last);
  if (left_out && extends && last.states.steps.count)
    extend (&l, &last);
  sett_states_release (&last.states);
  return &r->out;
}
