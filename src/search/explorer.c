/* Explorers: see explorer.h.

   Without a claim the successors are the reducer's, as they are.  With one
   each of them is combined with each state to which the claim can move; a
   system that is stuck counts as moving to where it is, unless the claim says
   that runs which end do not count.  A claim that cannot
   move ends the run: there are no successors and no violations.

   The word before the state of the system:

       63        32 31         0
      +------------+------------+
      | copy       | claim      |
      +------------+------------+

   The copy is 0 unless fairness is asked for: see fair.h.  Then a reduction
   says whose steps are needed, and these are found with their movers. */

#include "search/explorer.h"

#include "base/assert.h"
#include "base/memory.h"
#include "search/fair.h"

#include <string.h>

#define WORD 8u /* bytes */

struct sett_explorer {
  sett_model *model;
  sett_explorer_options options;
  sett_reducer *reducer;
  sett_fair *fair;          /* finds the successors; null unless asked for */
  sett_selection selection; /* the last one */
  sett_sink out;            /* with a claim */
  SETT_VECTOR (uint32_t) targets; /* where the claim can move now */
};

sett_explorer *sett_explorer_create (sett_model *model,
                                     const sett_explorer_options *options,
                                     const sett_explorer *sharing) {
  sett_explorer *x = sett_zalloc (1, sizeof *x);
  x->model = model;
  x->options = *options;
  x->reducer = sett_reducer_create (model, &options->reduction,
                                    sharing ? sharing->reducer : NULL);
  if (options->claim && options->fair)
    x->fair = sett_fair_create (model);
  sett_sink_init (&x->out);
  SETT_ASSERT (!options->claim ||
               (options->claim->states.count && model->propositions));
  return x;
}

void sett_explorer_destroy (sett_explorer *x) {
  if (!x)
    return;
  sett_reducer_destroy (x->reducer);
  sett_fair_destroy (x->fair);
  sett_sink_release (&x->out);
  SETT_RELEASE (x->targets);
  sett_free (x, sizeof *x);
}

void sett_explorer_record (sett_explorer *x, struct sett_coverage *coverage) {
  SETT_ASSERT (!x->options.claim);
  sett_reducer_record (x->reducer, coverage);
}

/*------------------------------------------------------------------------*/
/* States of the search. */

static uint64_t word_of (const unsigned char *state) {
  uint64_t word;
  memcpy (&word, state, WORD);
  return word;
}

static uint32_t claim_state (const unsigned char *state) {
  return (uint32_t)word_of (state);
}

static uint32_t copy_of (const unsigned char *state) {
  return (uint32_t)(word_of (state) >> 32);
}

const unsigned char *sett_explorer_system (const sett_explorer *x,
                                           const unsigned char *state,
                                           uint32_t size,
                                           uint32_t *system_size) {
  const uint32_t before = x->options.claim ? WORD : 0;
  SETT_ASSERT (size >= before);
  *system_size = size - before;
  return state + before;
}

static uint64_t propositions (const sett_explorer *x,
                              const unsigned char *state, uint32_t size) {
  return x->model->propositions (x->model, state + WORD, size - WORD);
}

/* Whatever the copy. */
static int is_accepting (const sett_explorer *x, const unsigned char *state,
                         uint32_t size) {
  const sett_claim *claim = x->options.claim;
  SETT_ASSERT (claim_state (state) < claim->states.count);
  return claim->states.at[claim_state (state)].accepting ||
         (claim->accepting &&
          (propositions (x, state, size) & claim->accepting));
}

int sett_explorer_accepting (sett_explorer *x, const unsigned char *state,
                             uint32_t size) {
  return x->options.claim && !copy_of (state) && is_accepting (x, state, size);
}

int sett_explorer_final (sett_explorer *x, const unsigned char *state,
                         uint32_t size) {
  const sett_claim *claim = x->options.claim;
  SETT_ASSERT (!claim || claim_state (state) < claim->states.count);
  (void)size;
  return claim && claim->states.at[claim_state (state)].final;
}

/*------------------------------------------------------------------------*/
/* Successors. */

/* Adds a step that leads to a state of the system, after the claim's. */
static void add (sett_sink *out, const sett_step *step, uint64_t word,
                 const unsigned char *system, uint32_t size) {
  out->room (out, WORD + size);
  SETT_ASSERT (!((uint32_t)word && !size));
  sett_step *added = &out->steps[out->count++];
  *added = *step;
  added->size = WORD + size;
  added->offset = out->bytes_used;
  memcpy (out->bytes + out->bytes_used, &word, WORD);
  memcpy (out->bytes + out->bytes_used + WORD, system, size);
  out->bytes_used += WORD + size;
  SETT_ASSERT (out->bytes_used <= out->bytes_room);
}

/* Adds a step that leads nowhere. */
static void add_violation (sett_sink *out, const sett_step *step) {
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
  SETT_ASSERT (size >= WORD);
  x->targets.count = 0;
  for (size_t i = 0; i < from->edges.count; i++) {
    const sett_claim_edge *edge = &from->edges.at[i];
    if (sett_claim_edge_holds (edge, holding) && !is_target (x, edge->target))
      SETT_PUSH (x->targets, edge->target);
  }
}

/* The copy after step number `index`, in its place in the word. */
static uint64_t next_copy (const sett_explorer *x, const unsigned char *state,
                           int accepting, uint32_t index) {
  return x->fair ? (uint64_t)sett_fair_next (x->fair, copy_of (state),
                                             accepting, index)
                       << 32
                 : 0;
}

/* A violating step is violating once, whatever the claim does. */
static void combine (sett_explorer *x, const unsigned char *state,
                     uint32_t size) {
  const sett_sink *sink = x->selection.sink;
  SETT_ASSERT (x->selection.passed <= sink->count);
  const int accepting = x->fair && is_accepting (x, state, size);
  for (uint32_t i = x->selection.passed; i < sink->count; i++) {
    sett_step step = sink->steps[i];
    if (!step.size) {
      add_violation (&x->out, &step);
      continue;
    }
    const uint64_t copy = next_copy (x, state, accepting, i);
    for (size_t t = 0; t < x->targets.count; t++) {
      add (&x->out, &step, copy | x->targets.at[t], sink->bytes + step.offset,
           step.size);
      step.violation = SETT_VIOLATION_NONE;
    }
  }
}

/* Nobody can move: every copy has what it waits for. */
static void stutter (sett_explorer *x, const unsigned char *state,
                     uint32_t size) {
  static const sett_step none = {.transition = SETT_YIELD,
                                 .process = SETT_NO_PROCESS,
                                 .partner = SETT_NO_PROCESS,
                                 .holder = SETT_NO_PROCESS};
  for (size_t t = 0; t < x->targets.count; t++)
    add (&x->out, &none, x->targets.at[t], state + WORD, size - WORD);
}

/* The successors of a state of the system. */
static sett_selection select_steps (sett_explorer *x,
                                    const unsigned char *system, uint32_t size,
                                    sett_extent extent) {
  if (!x->fair)
    return sett_reducer_select (x->reducer, system, size,
                                extent == SETT_EXTENT_FULL);
  sett_selection some = {0};
  if (x->options.reduction.fair && extent != SETT_EXTENT_FULL)
    some = sett_reducer_select (x->reducer, system, size, 0);
  const sett_sink *sink =
      sett_fair_expand (x->fair, system, size, some.reduced ? some.sink : NULL);
  return (sett_selection){.sink = sink,
                          .reduced = some.reduced,
                          .stuck = sett_fair_stuck (x->fair)};
}

static const sett_sink *explore_with_claim (sett_explorer *x,
                                            const unsigned char *state,
                                            uint32_t size, sett_extent extent) {
  sett_sink_clear (&x->out);
  x->selection = select_steps (x, state + WORD, size - WORD, extent);
  SETT_ASSERT (size > WORD);
  move_claim (x, state, size);
  if (!x->targets.count)
    return &x->out;
  if (!x->selection.stuck)
    combine (x, state, size);
  else if (!x->options.claim->endless)
    stutter (x, state, size);
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

const struct sett_state_list *sett_explore_trip (const sett_explorer *x) {
  return sett_reducer_trip (x->reducer);
}

void sett_explorer_save (const sett_explorer *x, struct sett_saver *saver) {
  sett_reducer_save (x->reducer, saver);
}

void sett_explorer_restore (sett_explorer *x, struct sett_loader *loader) {
  sett_reducer_restore (x->reducer, loader);
}

const char *sett_explorer_wrong (const sett_explorer *x) {
  return sett_reducer_wrong (x->reducer);
}

void sett_explore_initial (sett_explorer *x, sett_sink *sink) {
  SETT_ASSERT (!sink->count);
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
      add_violation (sink, step);
  }
}

/*------------------------------------------------------------------------*/
/* Paths. */

static int is_stuck (sett_explorer *x, const unsigned char *system,
                     uint32_t size) {
  return select_steps (x, system, size, SETT_EXTENT_FULL).stuck;
}

/* By moves of processes that lead from copy to copy as the search did. */
static int connect_fairly (sett_explorer *x, const unsigned char *from,
                           uint32_t from_size, const unsigned char *target,
                           uint32_t target_size, sett_path *path) {
  const sett_fair_goal goal = {.target = target + WORD,
                               .size = target_size - WORD,
                               .copy = copy_of (from),
                               .next_copy = copy_of (target),
                               .accepting = is_accepting (x, from, from_size)};
  return sett_fair_connect (x->fair, from + WORD, from_size - WORD, &goal,
                            path);
}

int sett_explorer_connect (sett_explorer *x, const unsigned char *from,
                           uint32_t from_size, const unsigned char *target,
                           uint32_t target_size, const sett_step *violating,
                           sett_extent extent, sett_path *path) {
  uint32_t size, goal_size = 0;
  const unsigned char *system =
      sett_explorer_system (x, from, from_size, &size);
  const unsigned char *goal =
      target ? sett_explorer_system (x, target, target_size, &goal_size) : NULL;
  if (goal && x->options.claim && goal_size == size &&
      !memcmp (system, goal, size) && is_stuck (x, system, size))
    return 1;
  if (goal && x->fair)
    return connect_fairly (x, from, from_size, target, target_size, path);
  return sett_reducer_connect (x->reducer, system, size, goal, goal_size,
                               violating, extent == SETT_EXTENT_FULL, path);
}
