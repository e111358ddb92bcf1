/* The entry to all reductions. */

#include "reduce/reduce.h"

#include "base/assert.h"
#include "kernel/path.h"
#include "reduce/check_reduce.h"
#include "reduce/reducer.h"

#include <string.h>

sett_reducer *sett_reducer_create (sett_model *model,
                                   const sett_reduction *reduction,
                                   const sett_reducer *sharing) {
  sett_reducer *r = sett_zalloc (1, sizeof *r);
  r->model = model;
  r->reduction = *reduction;
  r->expander = sett_expander_create (model);
  r->owns_both = reduction->relates && !sharing;
  if (r->owns_both) {
    r->dependency = sett_dependency_create (model, reduction->mutant);
    r->experience = sett_zalloc (1, sizeof *r->experience);
  } else if (reduction->relates) {
    r->dependency = sharing->dependency;
    r->experience = sharing->experience;
  }
  if (sharing)
    r->checker = sharing->checker;
  else if (reduction->relates && reduction->check)
    r->checker = sett_reduce_checker_create (model, reduction->keeps_order);
  sett_sink_init (&r->out);
  SETT_ASSERT (!r->reduction.relates || (r->dependency && r->experience));
  return r;
}

void sett_reducer_record (sett_reducer *r, struct sett_coverage *coverage) {
  sett_expander_record (r->expander, coverage);
}

static void clear_ways (sett_reducer *r) {
  for (size_t i = 0; i < r->legs.count; i++)
    sett_free (r->legs.at[i].state, r->legs.at[i].size);
  r->legs.count = 0;
  r->origins.count = 0;
}

void sett_reducer_destroy (sett_reducer *r) {
  if (!r)
    return;
  clear_ways (r);
  SETT_RELEASE (r->legs);
  SETT_RELEASE (r->origins);
  sett_sink_release (&r->out);
  sett_state_list_release (&r->trip);
  if (r->owns_both) {
    sett_experience_release (r->experience);
    sett_free (r->experience, sizeof *r->experience);
    sett_dependency_destroy (r->dependency);
    sett_reduce_checker_destroy (r->checker);
  }
  sett_expander_destroy (r->expander);
  sett_free (r, sizeof *r);
}

const char *sett_reducer_wrong (const sett_reducer *r) {
  return r->checker ? sett_reduce_checker_wrong (r->checker) : NULL;
}

/* The set that the reduction selects, or null: everything. */
static const sett_sink *select_some (sett_reducer *r, int full, int *reduced) {
  switch (r->reduction.kind) {
  case SETT_REDUCE_AMPLE:
    return full ? NULL : sett_ample_select (r);
  case SETT_REDUCE_PERSISTENT:
    return full ? NULL : sett_persistent_select (r);
  case SETT_REDUCE_STUBBORN:
    return full ? NULL : sett_stubborn_select (r, reduced);
  case SETT_REDUCE_TWOPHASE:
    *reduced = 0; /* nothing that a search would have to add */
    return full && r->reduction.whole ? NULL : sett_twophase_select (r);
  case SETT_REDUCE_LEAP:
    return full ? NULL : sett_leap_select (r, 0, reduced);
  case SETT_REDUCE_XLEAP:
    return sett_leap_select (r, full || r->reduction.extends, reduced);
  default:
    return NULL;
  }
}

const sett_state_list *sett_reducer_trip (const sett_reducer *r) {
  return &r->trip;
}

static int is_tried (sett_reducer *r, int full) {
  const sett_reduction_kind kind = r->reduction.kind;
  if (kind == SETT_REDUCE_AMPLE || kind == SETT_REDUCE_STUBBORN) {
    if (full || !sett_reducer_tries (r, &r->experience->backoff))
      return 0;
  }
  sett_reducer_look (r, r->state, r->size);
  return 1;
}

static sett_selection select_reduced (sett_reducer *r, int full) {
  sett_selection selection = {.reduced = 1};
  sett_sink_clear (&r->out);
  r->passed = 0;
  r->stuck = 0;
  clear_ways (r);
  if (is_tried (r, full))
    selection.sink = select_some (r, full, &selection.reduced);
  if (!selection.sink) {
    selection.sink = sett_reducer_all (r);
    selection.reduced = 0;
  }
  SETT_ASSERT (!selection.reduced || !full ||
               r->reduction.kind == SETT_REDUCE_XLEAP);
  sett_backoff_note (&r->experience->backoff, selection.reduced);
  if (r->reduction.selective && r->reduction.kind != SETT_REDUCE_TWOPHASE)
    selection.sink = sett_selective_cache (r, selection.sink);
  selection.stuck = r->stuck;
  selection.passed = r->passed;
  SETT_ASSERT (selection.passed <= selection.sink->count);
  return selection;
}

static sett_selection select_all (sett_reducer *r) {
  const sett_sink *sink = sett_expand (r->expander, r->state, r->size);
  return (sett_selection){sink, 0, 0, sett_expand_stuck (r->expander)};
}

/* Where neither a smaller set nor a way on has been found lately, the next
   states are not even asked about; then both are tried again. */
static void rest_if_hopeless (sett_reducer *r) {
  sett_experience *e = r->experience;
  const sett_reduction_kind kind = r->reduction.kind;
  if (r->reduction.steady ||
      (kind != SETT_REDUCE_AMPLE && kind != SETT_REDUCE_STUBBORN) ||
      !sett_backoff_is_out (&e->backoff) ||
      (r->reduction.selective && !sett_backoff_is_out (&e->move_backoff)))
    return;
  e->rest = SETT_BACKOFF_PAUSE - 1;
  sett_backoff_wake (&e->backoff);
  sett_backoff_wake (&e->move_backoff);
}

sett_selection sett_reducer_select (sett_reducer *r, const unsigned char *state,
                                    uint32_t size, int full) {
  r->state = state;
  r->size = size;
  if (!r->dependency)
    return select_all (r);
  if (r->experience->rest && !r->recording) {
    r->experience->rest--;
    return select_all (r);
  }
  const sett_selection selection = select_reduced (r, full);
  rest_if_hopeless (r);
  return selection;
}

/* ---------------------------------------------------------------- ways --- */

static int same_violation (const sett_step *a, const sett_step *b) {
  return a->violation == b->violation && a->transition == b->transition &&
         a->process == b->process && a->partner == b->partner;
}

static int is_wanted (const sett_sink *sink, const sett_step *step,
                      const unsigned char *target, uint32_t size,
                      const sett_step *violating) {
  if (!target)
    return step->violation && same_violation (step, violating);
  return step->size == size &&
         !memcmp (sink->bytes + step->offset, target, size);
}

/* The last state before what is wanted; false: it was not delivered. */
static int find_origin (const sett_reducer *r, const unsigned char *target,
                        uint32_t size, const sett_step *violating,
                        uint32_t *origin) {
  for (uint32_t k = 0; k < r->out.count; k++)
    if (is_wanted (&r->out, &r->out.steps[k], target, size, violating)) {
      *origin = r->origins.at[k];
      return 1;
    }
  return 0;
}

/* A way through the states that were noted. */
static int follow_legs (sett_reducer *r, const unsigned char *from,
                        uint32_t from_size, uint32_t origin,
                        const unsigned char *target, uint32_t target_size,
                        const sett_step *violating, sett_path *path) {
  SETT_VECTOR (uint32_t) way = {0};
  for (uint32_t i = origin; i != SETT_NO_LEG; i = r->legs.at[i].parent)
    SETT_PUSH (way, i);
  int found = 1;
  while (found && way.count) {
    const sett_leg *leg = &r->legs.at[SETT_POP (way)];
    found = sett_expand_find (r->expander, from, from_size, leg->state,
                              leg->size, NULL, path);
    from = leg->state;
    from_size = leg->size;
  }
  SETT_RELEASE (way);
  return found && sett_expand_find (r->expander, from, from_size, target,
                                    target_size, violating, path);
}

int sett_reducer_connect (sett_reducer *r, const unsigned char *from,
                          uint32_t from_size, const unsigned char *target,
                          uint32_t target_size, const sett_step *violating,
                          int full, sett_path *path) {
  uint32_t origin = SETT_NO_LEG;
  SETT_ASSERT (target || violating);
  if (r->dependency) {
    r->recording = 1;
    sett_reducer_select (r, from, from_size, full);
    r->recording = 0;
    if (r->out.count)
      find_origin (r, target, target_size, violating, &origin);
  }
  return follow_legs (r, from, from_size, origin, target, target_size,
                      violating, path);
}
