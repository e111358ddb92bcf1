/* Sleep sets: see sleep.h. */

#include "reduce/sleep.h"

#include "reduce/check_reduce.h"
#include "reduce/mutant.h"
#include "reduce/reducer.h"

int sett_moves_have (const sett_move_set *set, const sett_move_name *name) {
  for (size_t i = 0; i < set->count; i++)
    if (sett_same_move (&set->at[i], name))
      return 1;
  return 0;
}

static sett_sink *selected_steps (sett_reducer *r) {
  if (r->reduction.kind == SETT_REDUCE_PERSISTENT)
    return sett_persistent_filter (r);
  if (r->reduction.kind == SETT_REDUCE_STUBBORN)
    return sett_stubborn_filter (r);
  return NULL;
}

static void name_moves (const sett_sink *steps, sett_move_set *moves) {
  moves->count = 0;
  for (uint32_t k = 0; k < steps->count; k++) {
    const sett_step *step = &steps->steps[k];
    const sett_move_name name = {step->transition, step->process,
                                 step->partner};
    if (!sett_moves_have (moves, &name))
      SETT_PUSH (*moves, name);
  }
}

void sett_reducer_moves (sett_reducer *r, const unsigned char *state,
                         uint32_t size, sett_move_set *moves, int *stuck) {
  sett_reducer_look (r, state, size);
  const sett_sink *steps = selected_steps (r);
  *stuck = 0;
  if (steps) {
    name_moves (steps, moves);
    if (sett_ample_close (r, steps))
      return;
  }
  steps = sett_expand_steps (r->expander, state, size, SETT_NOBODY);
  *stuck = !steps->count;
  name_moves (steps, moves);
}

static int shares_process (const sett_move_name *a, const sett_move_name *b) {
  return a->process == b->process || a->process == b->partner ||
         (a->partner != SETT_NOBODY &&
          (a->partner == b->process || a->partner == b->partner));
}

int sett_reducer_commute (sett_reducer *r, const sett_move_name *a,
                          const sett_move_name *b) {
  if (shares_process (a, b))
    return 0;
  const sett_position *p = r->at[a->process], *q = r->at[b->process];
  const unsigned t = sett_position_find (p, a->transition);
  const unsigned u = sett_position_find (q, b->transition);
  return t < SETT_MOST_BRANCHES && u < SETT_MOST_BRANCHES &&
         sett_relation_commute (r->relation, p, t, q, u);
}

const sett_sink *sett_reducer_take (sett_reducer *r, const unsigned char *state,
                                    uint32_t size, const sett_move_name *name) {
  sett_sink *steps = sett_expand_steps (r->expander, state, size, SETT_NOBODY);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < steps->count; k++) {
    const sett_step *step = &steps->steps[k];
    const sett_move_name other = {step->transition, step->process,
                                  step->partner};
    if (sett_same_move (&other, name))
      steps->steps[kept++] = *step;
  }
  steps->count = kept;
  return sett_expand_close (r->expander);
}

static void keep_commuting (sett_reducer *r, const sett_move_set *from,
                            size_t count, const sett_move_name *taken,
                            sett_move_set *out) {
  for (size_t i = 0; i < count; i++)
    if (!sett_same_move (&from->at[i], taken) &&
        (r->reduction.mutant == SETT_MUTANT_SLEEPY ||
         sett_reducer_commute (r, &from->at[i], taken)) &&
        !sett_moves_have (out, &from->at[i])) {
      SETT_PUSH (*out, from->at[i]);
      if (r->checker)
        sett_reduce_checker_test_sleep (r->checker, r->state, r->size,
                                        &from->at[i], taken);
    }
}

void sett_reducer_fall_asleep (sett_reducer *r, const sett_move_set *asleep,
                               const sett_move_set *moves, size_t count,
                               const sett_move_name *taken,
                               sett_move_set *out) {
  out->count = 0;
  keep_commuting (r, asleep, asleep->count, taken, out);
  keep_commuting (r, moves, count, taken, out);
}
