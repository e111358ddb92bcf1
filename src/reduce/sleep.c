/* Sleep sets: see sleep.h. */

#include "reduce/sleep.h"

#include "base/assert.h"
#include "base/mutant.h"
#include "kernel/sleep_rule.h"
#include "reduce/check_reduce.h"
#include "reduce/reduce_mutant.h"
#include "reduce/reducer.h"

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
  SETT_ASSERT (moves->count <= steps->count);
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
  steps = sett_expand_steps (r->expander, state, size, SETT_NO_PROCESS);
  *stuck = !steps->count;
  name_moves (steps, moves);
}

static int shares_process (const sett_move_name *a, const sett_move_name *b) {
  return a->process == b->process || a->process == b->partner ||
         (a->partner != SETT_NO_PROCESS &&
          (a->partner == b->process || a->partner == b->partner));
}

int sett_reducer_commute (sett_reducer *r, const sett_move_name *a,
                          const sett_move_name *b) {
  if (shares_process (a, b))
    return 0;
  const sett_position *p = r->at[a->process], *q = r->at[b->process];
  SETT_ASSERT (a->process < r->count && b->process < r->count);
  const unsigned t = sett_position_find (p, a->transition);
  const unsigned u = sett_position_find (q, b->transition);
  return t < SETT_MOST_BRANCHES && u < SETT_MOST_BRANCHES &&
         sett_dependency_commute (r->dependency, p, t, q, u);
}

const sett_sink *sett_reducer_take (sett_reducer *r, const unsigned char *state,
                                    uint32_t size, const sett_move_name *name) {
  sett_sink *steps =
      sett_expand_steps (r->expander, state, size, SETT_NO_PROCESS);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < steps->count; k++) {
    const sett_step *step = &steps->steps[k];
    const sett_move_name other = {step->transition, step->process,
                                  step->partner};
    if (sett_same_move (&other, name))
      steps->steps[kept++] = *step;
  }
  steps->count = kept;
  SETT_ASSERT (kept);
  return sett_expand_close (r->expander);
}

/* A move that is taken from the state that the reducer looked at last. */
typedef struct taken_move {
  sett_reducer *reducer;
  const sett_move_name *name;
} taken_move;

/* A move is one transition, with all its successors. */
static int is_complete (const void *taken, const void *explored) {
  (void)taken, (void)explored;
  return 1;
}

static int wakes (const void *taken, const void *who) {
  const taken_move *t = taken;
  if (SETT_MUTANT (t->reducer->reduction.mutant) == SETT_MUTANT_SLEEPY)
    return sett_same_move (who, t->name);
  return !sett_reducer_commute (t->reducer, who, t->name);
}

static const sett_sleep_rule rule = {is_complete, wakes};

static void pass_sleepers (const taken_move *taken, const sett_move_set *from,
                           size_t count, int slept, sett_move_set *out) {
  sett_reducer *r = taken->reducer;
  for (size_t i = 0; i < count; i++)
    if (sett_sleeps_behind (&rule, taken, &from->at[i], slept) &&
        !sett_moves_have (out, &from->at[i])) {
      SETT_PUSH (*out, from->at[i]);
      if (r->checker)
        sett_reduce_checker_test_sleep (r->checker, r->state, r->size,
                                        &from->at[i], taken->name);
    }
}

/* Who sleeps behind a move slept before it, or was taken before. */
static inline int is_within (const sett_move_set *out,
                             const sett_move_set *asleep,
                             const sett_move_set *moves) {
  for (size_t i = 0; i < out->count; i++)
    if (!sett_moves_have (asleep, &out->at[i]) &&
        !sett_moves_have (moves, &out->at[i]))
      return 0;
  return 1;
}

void sett_reducer_fall_asleep (sett_reducer *r, const sett_move_set *asleep,
                               const sett_move_set *moves, size_t count,
                               const sett_move_name *taken,
                               sett_move_set *out) {
  out->count = 0;
  SETT_ASSERT (count <= moves->count);
  const taken_move t = {r, taken};
  pass_sleepers (&t, asleep, asleep->count, 1, out);
  pass_sleepers (&t, moves, count, 0, out);
  SETT_ASSERT_SLOW (is_within (out, asleep, moves));
}
