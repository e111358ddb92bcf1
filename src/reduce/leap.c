/* Leap sets: the ample sets of all processes that have one, taken together.

   A leap takes one step of each of these processes, one after the other, and
   counts as one; the leaps of a state are the product of the ample sets.  Their
   steps do not disturb each other, so that after the steps of some processes
   those of the next are what they were.

   An extended leap set also has, for one leap L and every step that is in none
   of the ample sets, L followed by that step. */

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

/* What is done by others after the first leap. */
static void extend_leap (const leap *l, const stage *s) {
  sett_reducer *r = l->reducer;
  const unsigned char *state = sett_states_at (&s->states, 0);
  const uint32_t size = s->states.steps.at[0].size;
  sett_sink *steps = sett_expand_steps (r->expander, state, size, SETT_NOBODY);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < steps->count; k++)
    if (!l->is_member[steps->steps[k].process])
      steps->steps[kept++] = steps->steps[k];
  steps->count = kept;
  const uint32_t leg = note (r, s, 0);
  const sett_sink *sink = sett_expand_close (r->expander);
  for (uint32_t k = 0; k < sink->count; k++)
    sett_reducer_deliver (r, &sink->steps[k],
                          sink->bytes + sink->steps[k].offset, leg);
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

const sett_sink *sett_leap_select (sett_reducer *r, int extend, int *reduced) {
  leap l = {.reducer = r};
  stage last = {0};
  find_members (&l);
  if (!l.count)
    return NULL;
  const int left_out = others_can (&l);
  *reduced = left_out && !extend;
  product (&l, &last);
  deliver_stage (r, &last);
  if (left_out && extend && last.states.steps.count)
    extend_leap (&l, &last);
  sett_states_release (&last.states);
  return &r->out;
}
