/* Explorers: see explorer.h.

   Without a claim the successors are the reducer's, as they are.  With one
   each of them is combined with each state to which the claim can move; a
   system that is stuck counts as moving to where it is.  A claim that cannot
   move ends the run: there are no successors and no faults.

   The word before the state of the system:

       63        32 31         0
      +------------+------------+
      | fairness   | claim      |
      +------------+------------+  */

#include "search/explorer.h"

#include "base/memory.h"

#include <assert.h>
#include <string.h>

#define WORD 8u /* bytes */

struct sett_explorer {
  sett_model *model;
  sett_explorer_options options;
  sett_reducer *reducer;
  sett_selection selection;       /* the last one */
  sett_sink out;                  /* with a claim */
  SETT_VECTOR (uint32_t) targets; /* where the claim can move now */
};

sett_explorer *sett_explorer_create (sett_model *model,
                                     const sett_explorer_options *options) {
  sett_explorer *x = sett_zalloc (1, sizeof *x);
  x->model = model;
  x->options = *options;
  x->reducer = sett_reducer_create (model, &options->reduction);
  sett_sink_init (&x->out);
  assert (!options->claim ||
          (options->claim->states.count && model->propositions));
  return x;
}

void sett_explorer_destroy (sett_explorer *x) {
  if (!x)
    return;
  sett_reducer_destroy (x->reducer);
  sett_sink_release (&x->out);
  SETT_RELEASE (x->targets);
  sett_free (x, sizeof *x);
}

/*------------------------------------------------------------------------*/
/* States of the search. */

static uint32_t claim_state (const unsigned char *state) {
  uint64_t word;
  memcpy (&word, state, WORD);
  return (uint32_t)word;
}

const unsigned char *sett_explorer_system (const sett_explorer *x,
                                           const unsigned char *state,
                                           uint32_t size,
                                           uint32_t *system_size) {
  const uint32_t before = x->options.claim ? WORD : 0;
  *system_size = size - before;
  return state + before;
}

static uint64_t propositions (const sett_explorer *x,
                              const unsigned char *state, uint32_t size) {
  return x->model->propositions (x->model, state + WORD, size - WORD);
}

int sett_explorer_accepting (sett_explorer *x, const unsigned char *state,
                             uint32_t size) {
  const sett_claim *claim = x->options.claim;
  if (!claim)
    return 0;
  return claim->states.at[claim_state (state)].accepting ||
         (claim->accepting &&
          (propositions (x, state, size) & claim->accepting));
}

int sett_explorer_final (sett_explorer *x, const unsigned char *state,
                         uint32_t size) {
  const sett_claim *claim = x->options.claim;
  (void)size;
  return claim && claim->states.at[claim_state (state)].final;
}

/*------------------------------------------------------------------------*/
/* Successors. */

/* Adds a step that leads to a state of the system, after the claim's. */
static void add (sett_sink *out, const sett_step *step, uint64_t word,
                 const unsigned char *system, uint32_t size) {
  out->room (out, WORD + size);
  sett_step *added = &out->steps[out->count++];
  *added = *step;
  added->size = WORD + size;
  added->offset = out->bytes_used;
  memcpy (out->bytes + out->bytes_used, &word, WORD);
  memcpy (out->bytes + out->bytes_used + WORD, system, size);
  out->bytes_used += WORD + size;
}

/* Adds a step that leads nowhere. */
static void add_fault (sett_sink *out, const sett_step *step) {
  out->room (out, 0);
  out->steps[out->count++] = *step;
}

static int is_target (const sett_explorer *x, uint32_t target) {
  for (size_t i = 0; i < x->targets.count; i++)
    if (x->targets.at[i] == target)
      return 1;
  return 0;
}

/* Finds the states to which the claim can move. */
static void move_claim (sett_explorer *x, const unsigned char *state,
                        uint32_t size) {
  const sett_claim_state *from =
      &x->options.claim->states.at[claim_state (state)];
  const uint64_t holding = propositions (x, state, size);
  x->targets.count = 0;
  for (size_t i = 0; i < from->edges.count; i++) {
    const sett_claim_edge *edge = &from->edges.at[i];
    if (sett_claim_edge_holds (edge, holding) && !is_target (x, edge->target))
      SETT_PUSH (x->targets, edge->target);
  }
}

/* A faulty step is faulty once, whatever the claim does. */
static void combine (sett_explorer *x, const sett_sink *sink) {
  for (uint32_t i = 0; i < sink->count; i++) {
    sett_step step = sink->steps[i];
    if (!step.size)
      add_fault (&x->out, &step);
    for (size_t t = 0; step.size && t < x->targets.count; t++) {
      add (&x->out, &step, x->targets.at[t], sink->bytes + step.offset,
           sink->steps[i].size);
      step.fault = SETT_FAULT_NONE;
    }
  }
}

static void stutter (sett_explorer *x, const unsigned char *state,
                     uint32_t size) {
  static const sett_step none = {.transition = SETT_YIELD,
                                 .process = SETT_NOBODY,
                                 .partner = SETT_NOBODY,
                                 .holder = SETT_NOBODY};
  for (size_t t = 0; t < x->targets.count; t++)
    add (&x->out, &none, x->targets.at[t], state + WORD, size - WORD);
}

static const sett_sink *explore_with_claim (sett_explorer *x,
                                            const unsigned char *state,
                                            uint32_t size, sett_extent extent) {
  sett_sink_clear (&x->out);
  x->selection = sett_reducer_select (x->reducer, state + WORD, size - WORD,
                                      extent == SETT_EXTENT_FULL);
  move_claim (x, state, size);
  if (!x->targets.count)
    return &x->out;
  if (x->selection.stuck)
    stutter (x, state, size);
  else
    combine (x, x->selection.sink);
  return &x->out;
}

const sett_sink *sett_explore (sett_explorer *x, const unsigned char *state,
                               uint32_t size, sett_extent extent) {
  if (x->options.claim)
    return explore_with_claim (x, state, size, extent);
  x->selection =
      sett_reducer_select (x->reducer, state, size, extent == SETT_EXTENT_FULL);
  return x->selection.sink;
}

int sett_explore_was_reduced (const sett_explorer *x) {
  return x->selection.reduced;
}

uint32_t sett_explore_passed (const sett_explorer *x) {
  return x->options.claim ? 0 : x->selection.passed;
}

int sett_explore_was_stuck (const sett_explorer *x) {
  return x->selection.stuck;
}

void sett_explore_initial (sett_explorer *x, sett_sink *sink) {
  if (!x->options.claim) {
    x->model->initial (x->model, sink);
    return;
  }
  sett_sink_clear (&x->out);
  x->model->initial (x->model, &x->out);
  for (uint32_t i = 0; i < x->out.count; i++) {
    const sett_step *step = &x->out.steps[i];
    if (step->size)
      add (sink, step, 0, x->out.bytes + step->offset, step->size);
    else
      add_fault (sink, step);
  }
}

/*------------------------------------------------------------------------*/
/* Paths. */

static int is_stuck (sett_explorer *x, const unsigned char *system,
                     uint32_t size) {
  return sett_reducer_select (x->reducer, system, size, 1).stuck;
}

int sett_explorer_connect (sett_explorer *x, const unsigned char *from,
                           uint32_t from_size, const unsigned char *target,
                           uint32_t target_size, const sett_step *faulty,
                           sett_extent extent, sett_path *path) {
  uint32_t size, goal_size = 0;
  const unsigned char *system =
      sett_explorer_system (x, from, from_size, &size);
  const unsigned char *goal =
      target ? sett_explorer_system (x, target, target_size, &goal_size) : NULL;
  if (goal && x->options.claim && goal_size == size &&
      !memcmp (system, goal, size) && is_stuck (x, system, size))
    return 1;
  return sett_reducer_connect (x->reducer, system, size, goal, goal_size,
                               faulty, extent == SETT_EXTENT_FULL, path);
}
