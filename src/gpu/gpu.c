/* The search on a device, level by level: see gpu.h.

   A level is expanded in pieces.  A piece of which something did not fit is
   expanded once more when there is room; what it found the first time is found
   again, so nothing is counted twice.  If states turn out to differ in more
   bits, or to have more nodes (word_tree.h), than was provided for, the words
   of all are made anew; the search begins anew if the program cannot do with
   that, or states are longer.

   Invariant: when a level is done, all successors of its states have numbers,
   and those that are new are the next level. */

#include "gpu/gpu.h"

#include "base/mutant.h"
#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/watch.h"
#include "gpu/gpu_run.h"
#include "gpu/sample.h"
#include "gpu/source.h"
#include "reduce/state_list.h"
#include "search/budget.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MARKED_AT_ONCE = 64, MOST_BYTES = 4096 };
#define REPORT_SECONDS 0.1
#define MODEST (UINT64_C (1) << 30)

void sett_gpu_fail (sett_gpu_run *run, const char *format, ...) {
  if (!run->failed) {
    va_list arguments;
    va_start (arguments, format);
    vsnprintf (run->result->message, sizeof run->result->message, format,
               arguments);
    va_end (arguments);
  }
  run->failed = run->stop = 1;
}

/* -------------------------------------------------------------- limits --- */

static double seconds_of (const sett_gpu_run *run) {
  return sett_watch_now () - run->started -
         sett_device_building (run->request->device);
}

static void fill_statistics (sett_gpu_run *run, sett_statistics *s) {
  memset (s, 0, sizeof *s);
  s->seconds = seconds_of (run);
  s->transitions = run->transitions;
  s->depth = run->levels.count ? run->levels.count - 1 : 0;
  if (!run->card)
    return;
  s->states = sett_card_states (run->card);
  s->store_bytes = sett_card_bytes (run->card);
  if (s->states)
    s->bytes_per_state = (double)s->store_bytes / (double)s->states;
}

void sett_gpu_hit (sett_gpu_run *run, unsigned limit) {
  run->limits_hit |= limit;
  SETT_ASSERT (limit);
  run->stop = 1;
}

static void report_progress (sett_gpu_run *run, double seconds) {
  sett_statistics statistics;
  if (!run->options->progress || seconds < run->next_report)
    return;
  run->next_report = seconds + REPORT_SECONDS;
  fill_statistics (run, &statistics);
  run->options->progress (run->options->context, &statistics);
}

void sett_gpu_look_at_limits (sett_gpu_run *run) {
  const sett_search_options *o = run->options;
  const double seconds = sett_watch_now () - run->started;
  const char *error = sett_device_error (run->request->device);
  if (error)
    sett_gpu_fail (run, "the device failed: %s", error);
  if (sett_budget_spent ())
    sett_gpu_hit (run, sett_budget_spent ());
  if (o->interrupted && atomic_load (o->interrupted))
    sett_gpu_hit (run, SETT_LIMIT_INTERRUPT);
  if (o->seconds > 0 && seconds >= o->seconds)
    sett_gpu_hit (run, SETT_LIMIT_TIME);
  report_progress (run, seconds);
}

/* -------------------------------------------------------------- levels --- */

static void examine_marked (sett_gpu_run *run) {
  sett_marks all = {0};
  /* What is done for one may launch again: the list is copied first. */
  sett_card_all_marked (run->card, &all);
  for (size_t i = 0; i < all.count && !run->stop; i++) {
    sett_marked m;
    sett_card_fetch (run->card, all.at[i] >> 3, &m);
    m.mark = all.at[i] & 7;
    sett_gpu_examine (run, &m);
  }
  SETT_RELEASE (all);
}

static int is_lossy (const sett_gpu_run *run) {
  return !sett_store_is_exact (run->options->store);
}

/* A lossy store takes all of it at once, which is too much of a processor's. */
static uint64_t memory_of (const sett_gpu_run *run) {
  const sett_device *device = run->request->device;
  const uint64_t all = sett_device_memory (device) / 10 * 9;
  if (run->request->memory)
    return run->request->memory;
  return is_lossy (run) && sett_device_is_processor (device) && all > MODEST
             ? MODEST
             : all;
}

static int wants_cycles (const sett_gpu_run *run) {
  const sett_claim *claim = run->options->explorer.claim;
  return claim && sett_claim_accepts_cycles (claim);
}

static void relieve (sett_gpu_run *run);

static void repack (sett_gpu_run *run) {
  run->repacked++;
  switch (
      sett_card_repack (run->card, &run->tree, &run->packing, run->built_in)) {
  case SETT_REPACKING_DONE:
    break;
  case SETT_REPACKING_CROWDED:
    if (SETT_MUTANT (run->request->mutant) != SETT_MUTANT_UNSEEN)
      relieve (run);
    break;
  case SETT_REPACKING_LOST:
    run->restart = 1;
    run->lost = !is_lossy (run);
    break;
  }
}

/* The packing has more bits, or places must have: that takes another tree,
   which the program can be given; or else another program. */
static void replant (sett_gpu_run *run) {
  if (!run->is_data) {
    run->built = 0;
    run->restart = 1;
    return;
  }
  run->built_in = 0;
  sett_gpu_tree_remake (&run->tree, &run->packing, sett_card_states (run->card),
                        memory_of (run));
  if (!run->restart)
    repack (run);
}

int sett_gpu_provide (sett_gpu_run *run, const unsigned char *state,
                      uint32_t size) {
  const uint32_t words = run->packing.words;
  if (sett_packing_holds (&run->packing, state, size))
    return 1;
  sett_packing_include (&run->packing, state, size);
  if (run->packing.words == words)
    replant (run);
  else {
    run->built = 0;
    run->restart = 1;
  }
  return !run->restart;
}

/* Makes the tables of nodes larger, if need be and there is memory: in their
   place, or the search begins anew.  Says whether something was done.  If that
   is only for what is to come (`ahead`), there need not be room. */
static int make_places (sett_gpu_run *run, uint64_t times, int ahead) {
  const sett_growth growth =
      sett_gpu_tree_grow (&run->tree, sett_card_nodes (run->card), times);
  if (growth == SETT_GROWTH_NONE || (growth == SETT_GROWTH_FULL && ahead))
    return 0;
  if (growth == SETT_GROWTH_FULL ||
      sett_gpu_tree_bytes (&run->tree) > memory_of (run) / 2)
    sett_gpu_hit (run, SETT_LIMIT_MEMORY);
  else if (growth == SETT_GROWTH_NEW)
    replant (run);
  else
    repack (run);
  return 1;
}

/* How much larger than its words a table is made.  A lossy search begins anew
   each time, which takes as long as all of its memory takes to be cleared: then
   it is much larger, as long as that is little of the memory. */
static uint64_t generosity (const sett_gpu_run *run) {
  const uint64_t *words = sett_card_nodes (run->card);
  uint64_t all = 0;
  for (uint32_t i = 0; i < sett_gpu_tree_tables (&run->tree); i++)
    all += words[i];
  return is_lossy (run) && 8 * 64 * all < memory_of (run) / 16 ? 32 : 4;
}

/* A table in which a word found no place: it is more than half full, or there
   are very many words of which that is not so. */
static void relieve (sett_gpu_run *run) {
  for (uint64_t times = generosity (run); !make_places (run, times, 0);
       times *= 2)
    ;
}

int sett_gpu_make_fit (sett_gpu_run *run, unsigned flags) {
  if (flags & SETT_CARD_WIDER)
    sett_packing_widen (&run->packing, sett_card_differences (run->card));
  if (flags & SETT_CARD_LARGER) {
    const uint32_t bytes = 8 * run->packing.words;
    if (run->built)
      sett_packing_lengthen (&run->packing, bytes + bytes / 2 / 8 * 8 + 8);
    run->built = 0;
    run->restart = 1;
  } else if (flags & SETT_CARD_WIDER)
    replant (run);
  else if (!run->restart)
    relieve (run);
  return !run->restart &&
         SETT_MUTANT (run->request->mutant) != SETT_MUTANT_CONTENT;
}

/* Gives the device what is known of positions. */
static int relate (sett_gpu_run *run) {
  sett_relation_words words = {0};
  if (!run->relations)
    return 1;
  sett_relations_lay_out (run->relations, &words);
  const int done = sett_card_relate (run->card, words.at, words.count);
  SETT_RELEASE (words);
  return done;
}

/* Those of a phase, too, in which the device may have met them. */
static unsigned learn_from (sett_gpu_run *run, const sett_marked *marked) {
  uint32_t size;
  const unsigned char *system =
      sett_explorer_system (run->explorer, marked->state, marked->size, &size);
  unsigned fresh =
      (unsigned)sett_relations_learn (run->relations, system, size);
  if (run->options->explorer.reduction.kind != SETT_REDUCE_TWOPHASE)
    return fresh;
  sett_explore (run->explorer, marked->state, marked->size,
                SETT_EXTENT_REDUCED);
  const sett_state_list *trip = sett_explore_trip (run->explorer);
  for (size_t i = 0; i < trip->steps.count; i++)
    fresh += (unsigned)sett_relations_learn (
        run->relations, sett_state_list_at (trip, i), trip->steps.at[i].size);
  return fresh;
}

/* The device met positions that are not known: learns them from the states that
   it marked. */
static void learn (sett_gpu_run *run) {
  sett_marked marked[MARKED_AT_ONCE];
  uint64_t first = 0;
  unsigned count, fresh = 0;
  while ((count = sett_card_marked (run->card, first, MARKED_AT_ONCE, marked)))
    for (unsigned i = 0; i < count; i++, first++)
      fresh += learn_from (run, &marked[i]);
  if (!fresh && !sett_device_error (run->request->device))
    sett_gpu_fail (run, "device and processor disagree about a position");
  else if (!relate (run))
    sett_gpu_hit (run, SETT_LIMIT_MEMORY);
}

typedef enum outcome {
  AGAIN, /* there is room now, or will be tried with less at once */
  VAIN,  /* the search will begin anew */
  DONE
} outcome;

/* What became of an expansion. */
static outcome settle (sett_gpu_run *run, const sett_launch *launch) {
  const unsigned misfits =
      launch->flags & ~(unsigned)(SETT_CARD_FULL | SETT_CARD_UNMET);
  if (misfits) {
    /* Else in vain, but others may be seen that do not fit. */
    return sett_gpu_make_fit (run, misfits) ? AGAIN : VAIN;
  }
  if (launch->flags & SETT_CARD_UNMET) {
    learn (run);
    return AGAIN;
  }
  if (launch->marks > SETT_CARD_MOST_MARKS) {
    run->piece = SETT_CARD_MOST_MARKS;
    return AGAIN;
  }
  if (launch->flags & SETT_CARD_FULL) {
    if (!sett_card_grow (run->card))
      sett_gpu_hit (run, SETT_LIMIT_MEMORY);
    return AGAIN;
  }
  return DONE;
}

static void conclude_launch (sett_gpu_run *run, const sett_launch *launch,
                             sett_aim aim) {
  if (aim == SETT_AIM_ADD)
    run->transitions += launch->transitions;
  else if (launch->transitions)
    run->limits_hit |= SETT_LIMIT_DEPTH;
  if (launch->marks && !run->restart)
    examine_marked (run);
}

/* States of which what was selected brought nothing new are expanded in full.
 */
static void expand_put_off (sett_gpu_run *run, uint64_t count) {
  uint64_t from = 0;
  while (from < count && !run->stop && !run->restart) {
    sett_launch launch;
    const uint64_t to = count - from > run->piece ? from + run->piece : count;
    if (!sett_card_has_place (run->card, to - from))
      sett_card_grow (run->card);
    sett_card_expand_put_off (run->card, from, to, &launch);
    const outcome became = settle (run, &launch);
    if (became == DONE)
      conclude_launch (run, &launch, SETT_AIM_ADD);
    if (became != AGAIN)
      from = to;
    sett_gpu_look_at_limits (run);
  }
}

/* Expands a piece of a level; says how much of it is done. */
static uint64_t expand_piece (sett_gpu_run *run, uint64_t low, uint64_t high,
                              sett_aim aim) {
  sett_launch launch;
  SETT_ASSERT (low < high);
  if (aim == SETT_AIM_ADD && !sett_card_has_place (run->card, high - low))
    sett_card_grow (run->card);
  sett_card_expand (run->card, low, high, aim, 0, &launch);
  const outcome became = settle (run, &launch);
  if (became != DONE)
    return became == AGAIN ? 0 : high - low;
  conclude_launch (run, &launch, aim);
  expand_put_off (run, launch.put_off);
  return high - low;
}

static uint64_t size_of_piece (const sett_gpu_run *run) {
  return 16 * sett_device_width (run->request->device);
}

static void visit_level (sett_gpu_run *run, uint64_t low, uint64_t high,
                         sett_aim aim) {
  if (SETT_MUTANT (run->request->mutant) == SETT_MUTANT_EARLY && high - low > 1)
    high--;
  sett_card_age (run->card, low, high);
  while (low < high && !run->stop && !run->lost) {
    const uint64_t end = high - low > run->piece ? low + run->piece : high;
    low += expand_piece (run, low, end, aim);
    sett_gpu_look_at_limits (run);
  }
}

/* Now and then it shows how many nodes there are going to be: to begin anew
   then costs less than later. */
static void look_ahead (sett_gpu_run *run) {
  const int slow = sett_device_is_processor (run->request->device);
  if (!run->next_look)
    run->next_look = slow ? 1 << 13 : 1 << 24;
  if (sett_card_states (run->card) < run->next_look)
    return;
  run->next_look *= 16;
  make_places (run, 8, 1);
}

static void add_initial (sett_gpu_run *run) {
  const uint64_t words = run->packing.words;
  sett_launch launch;
  uint64_t *state = sett_zalloc (words, 8);
  memcpy (state, run->initial.state, run->initial.size);
  sett_card_add (run->card, state, 1, &launch);
  sett_free (state, words * 8);
  sett_gpu_look_at_limits (run);
}

void sett_gpu_search_again (sett_gpu_run *run, size_t level) {
  run->again = 1;
  run->levels.count = 0;
  sett_card_reset (run->card);
  SETT_PUSH (run->levels, 0);
  add_initial (run);
  for (size_t i = 0; i <= level && !run->stop; i++) {
    SETT_PUSH (run->levels, sett_card_states (run->card));
    if (i < level)
      visit_level (run, run->levels.at[i], run->levels.at[i + 1], SETT_AIM_ADD);
  }
  if (run->restart)
    sett_gpu_fail (run, "a search that was run again met other states");
}

static void explore (sett_gpu_run *run) {
  uint64_t low = 0, high = sett_card_states (run->card);
  while (low < high && !run->stop && !run->restart) {
    const int at_limit =
        run->options->depth && run->levels.count >= run->options->depth;
    SETT_PUSH (run->levels, low);
    SETT_ASSERT (high <= sett_card_states (run->card));
    visit_level (run, low, high, at_limit ? SETT_AIM_COUNT : SETT_AIM_ADD);
    low = high;
    high = sett_card_states (run->card);
    if (low < high && !run->stop && !run->restart)
      look_ahead (run);
  }
}

/* ------------------------------------------------------------ attempts --- */

static void release_pending (sett_gpu_run *run) {
  for (size_t i = 0; i < run->pending.count; i++)
    sett_gpu_trail_release (&run->pending.at[i].trail);
  SETT_RELEASE (run->pending);
}

/* Another attempt forgets what was found: it will be found again. */
static void forget (sett_gpu_run *run) {
  for (size_t i = 0; i < run->result->violations.count; i++)
    sett_path_release (&run->result->violations.at[i].path);
  run->result->violations.count = 0;
  run->result->violations_seen = 0;
  release_pending (run);
  sett_card_destroy (run->card);
  run->card = NULL;
  run->levels.count = 0;
  run->transitions = 0;
  run->limits_hit = 0;
  run->restart = run->lost = 0;
  run->piece = size_of_piece (run);
}

/* The program, and the tree that it is made for. */
static int build (sett_gpu_run *run, sett_text *error) {
  const sett_gpu_request *request = run->request;
  if (run->packing.words * 8 > MOST_BYTES) {
    sett_text_addf (error,
                    "--gpu: this model has states of more than %d "
                    "bytes, which is too much for the device; leave "
                    "--gpu out",
                    MOST_BYTES);
    return 0;
  }
  const sett_source source = {.code = request->code,
                              .packing = &run->packing,
                              .tree = &run->tree,
                              .claim = run->options->explorer.claim,
                              .relations = run->relations,
                              .store = run->options->store,
                              .mutant = request->mutant};
  sett_gpu_tree_make (&run->tree, &run->packing, memory_of (run));
  run->is_data = sett_gpu_tree_is_data (&run->tree);
  run->built_in = 1;
  run->built = sett_source_build (request->device, &source, error);
  return run->built;
}

static int prepare_card (sett_gpu_run *run, sett_text *error) {
  sett_device *device = run->request->device;
  if (run->request->bitstate_bytes >= memory_of (run)) {
    sett_text_add (error, "--gpu: --bitstate-size leaves no memory for states "
                          "that are to be expanded; make it smaller, or "
                          "--memory larger");
    return 0;
  }
  const sett_card_plan plan = {
      .packing = &run->packing,
      .tree = &run->tree,
      .store = run->options->store,
      .cycles = wants_cycles (run),
      .is_data = run->is_data,
      .built_in = run->built_in,
      .most_put_off = run->relations ? size_of_piece (run) : 0,
      .ages = run->options->explorer.reduction.proviso == SETT_PROVISO_LATER,
      .memory = memory_of (run),
      .bitstate_bytes = run->request->bitstate_bytes};
  run->card = sett_card_create (device, &plan);
  if (run->card && !relate (run)) {
    sett_card_destroy (run->card);
    run->card = NULL;
  }
  if (!run->card)
    sett_text_addf (
        error, "--gpu: %s gives no memory%s%s", sett_device_name (device),
        sett_device_error (device) ? ": " : "",
        sett_device_error (device) ? sett_device_error (device) : "");
  return run->card != NULL;
}

static int make_program (sett_gpu_run *run, sett_text *error) {
  sett_sample (run->explorer, run->initial.state, run->initial.size,
               run->efforts++, &run->packing, run->relations);
  return build (run, error);
}

/* One search from the initial state on, which fits. */
static int attempt (sett_gpu_run *run, sett_text *error) {
  forget (run);
  if ((!run->built && !make_program (run, error)) || !prepare_card (run, error))
    return 0;
  add_initial (run);
  explore (run);
  return 1;
}

/* Provides for all states of the claim. */
static void include_claim (sett_gpu_run *run, const unsigned char *state,
                           uint32_t size) {
  const sett_claim *claim = run->options->explorer.claim;
  unsigned char *last = sett_alloc (size);
  memcpy (last, state, size);
  if (claim)
    last[0] = (unsigned char)(claim->states.count - 1);
  sett_packing_sample (&run->packing, last, size);
  sett_free (last, size);
}

/* Begins with what the initial state is like. */
static void look_at_initial (sett_gpu_run *run, const sett_sink *sink) {
  const sett_step *step = &sink->steps[0];
  const unsigned char *state = sink->bytes + step->offset;
  SETT_ASSERT (sink->count == 1 && step->size);
  sett_packing_init (&run->packing, state, step->size);
  include_claim (run, state, step->size);
  run->initial =
      sett_gpu_copy_of (&(sett_marked){.state = state, .size = step->size});
}

static int search_from (sett_gpu_run *run, const sett_sink *sink,
                        sett_text *error) {
  if (!run->initial.state)
    look_at_initial (run, sink);
  do
    if (!attempt (run, error))
      return 0;
  while (run->restart && !run->stop);
  if (wants_cycles (run) && !run->stop)
    sett_gpu_find_cycles (run);
  return 1;
}

static int begin (sett_gpu_run *run, sett_text *error) {
  sett_sink sink;
  int done = 1;
  sett_sink_init (&sink);
  sett_explore_initial (run->explorer, &sink);
  if (sink.count != 1)
    sett_gpu_fail (run, "the model has %u initial states", sink.count);
  else if (sink.steps[0].violation)
    sett_gpu_report_initial (run, &sink);
  if (!run->stop && sink.steps[0].size)
    done = search_from (run, &sink, error);
  sett_sink_release (&sink);
  return done;
}

static void conclude (sett_gpu_run *run) {
  sett_result *result = run->result;
  sett_statistics *statistics = &result->statistics;
  fill_statistics (run, statistics);
  if (run->card && is_lossy (run))
    sett_card_survey (run->card, &statistics->omission, &statistics->fill);
  sett_gpu_retrace (run);
  statistics->seconds = seconds_of (run);
  result->limits_hit = run->limits_hit;
  const sett_evidence evidence = {.failed = run->failed,
                                  .violations = result->violations_seen,
                                  .limits_hit = run->limits_hit,
                                  .lossy = is_lossy (run)};
  result->verdict = sett_verdict_decide (&evidence);
  result->exhaustive =
      sett_verdict_is_exhaustive (&evidence, run->options->all_errors);
}

/* Where something is wrong with the initial state there may be no program. */
static int prepare (sett_gpu_run *run, sett_text *error) {
  sett_sink sink;
  int done = 1;
  sett_sink_init (&sink);
  sett_explore_initial (run->explorer, &sink);
  if (sink.count == 1 && !sink.steps[0].violation && sink.steps[0].size) {
    look_at_initial (run, &sink);
    done = make_program (run, error);
  }
  sett_sink_release (&sink);
  return done;
}

sett_gpu_run *sett_gpu_prepare (sett_model *model,
                                const sett_search_options *options,
                                const sett_gpu_request *request,
                                sett_text *error) {
  sett_gpu_run *run = sett_zalloc (1, sizeof *run);
  run->model = model;
  run->options = options;
  run->request = request;
  run->started = sett_watch_now ();
  run->explorer = sett_explorer_create (model, &options->explorer, NULL);
  run->relations = sett_relations_create (model, &options->explorer.reduction);
  run->extent = options->explorer.reduction.proviso == SETT_PROVISO_LATER
                    ? SETT_EXTENT_FULL
                    : SETT_EXTENT_REDUCED;
  const int done = prepare (run, error);
  run->prepared = sett_watch_now ();
  if (done)
    return run;
  sett_gpu_release (run);
  return NULL;
}

/* The time since it was prepared is nobody's. */
int sett_gpu_search (sett_gpu_run *run, sett_result *result, sett_text *error) {
  memset (result, 0, sizeof *result);
  run->result = result;
  run->started += sett_watch_now () - run->prepared;
  const int done = begin (run, error);
  if (done)
    conclude (run);
  return done;
}

void sett_gpu_release (sett_gpu_run *run) {
  if (!run)
    return;
  release_pending (run);
  sett_gpu_copy_release (&run->initial);
  sett_card_destroy (run->card);
  sett_gpu_tree_release (&run->tree);
  sett_packing_release (&run->packing);
  sett_relations_destroy (run->relations);
  SETT_RELEASE (run->levels);
  sett_explorer_destroy (run->explorer);
  sett_free (run, sizeof *run);
}
