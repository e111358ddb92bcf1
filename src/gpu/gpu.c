/* The search on a device, level by level: see gpu.h.

   A level is expanded in pieces.  A piece of which something did not fit is
   expanded once more when there is room; what it found the first time is found
   again, so nothing is counted twice.  The search begins anew when there are
   so many states that it pays to leave bits out of their keys; and if states
   turn out to be longer, or to differ in more bits, than was provided for.

   Invariant: when a level is done, all successors of its states have numbers,
   and those that are new are the next level. */

#include "gpu/gpu.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/watch.h"
#include "gpu/run.h"
#include "gpu/sample.h"
#include "gpu/source.h"
#include "search/budget.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MARKED_AT_ONCE = 64, MOST_BYTES = 4096 };
#define REPORT_SECONDS 0.1

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

int sett_gpu_provide (sett_gpu_run *run, const unsigned char *state,
                      uint32_t size) {
  if (sett_packing_holds (&run->packing, state, size))
    return 0;
  sett_packing_include (&run->packing, state, size);
  run->restart = 1;
  return 1;
}

/* -------------------------------------------------------------- limits --- */

static void fill_statistics (sett_gpu_run *run, sett_statistics *s) {
  memset (s, 0, sizeof *s);
  s->seconds = sett_watch_now () - run->started - run->building;
  s->transitions = run->transitions;
  s->depth = run->levels.count ? run->levels.count - 1 : 0;
  if (!run->card)
    return;
  s->states = sett_card_states (run->card);
  s->store_bytes = sett_card_bytes (run->card);
  if (s->states)
    s->bytes_per_state = (double)s->store_bytes / (double)s->states;
}

static void hit (sett_gpu_run *run, unsigned limit) {
  run->limits_hit |= limit;
  run->stop = 1;
}

static void report_progress (sett_gpu_run *run, double seconds) {
  sett_statistics statistics;
  if (!run->options->progress || seconds < run->next_report)
    return;
  run->next_report = seconds + REPORT_SECONDS;
  fill_statistics (run, &statistics);
  run->options->progress (run->options->progress_context, &statistics);
}

static void look_at_limits (sett_gpu_run *run) {
  const sett_search_options *o = run->options;
  const double seconds = sett_watch_now () - run->started;
  const char *error = sett_device_error (run->request->device);
  if (error)
    sett_gpu_fail (run, "the device failed: %s", error);
  if (sett_budget_spent ())
    hit (run, sett_budget_spent ());
  if (o->interrupted && *o->interrupted)
    hit (run, SETT_LIMIT_INTERRUPT);
  if (o->seconds > 0 && seconds >= o->seconds)
    hit (run, SETT_LIMIT_TIME);
  report_progress (run, seconds);
}

/* -------------------------------------------------------------- levels --- */

static void examine_marked (sett_gpu_run *run) {
  SETT_VECTOR (uint64_t) numbers = {0};
  sett_marked marked[MARKED_AT_ONCE];
  uint64_t first = 0;
  unsigned count;
  /* What is done for one may launch again: the list is copied first. */
  while ((count = sett_card_marked (run->card, first, MARKED_AT_ONCE, marked)))
    for (unsigned i = 0; i < count; i++, first++)
      SETT_PUSH (numbers, marked[i].number << 3 | marked[i].mark);
  for (size_t i = 0; i < numbers.count && !run->stop; i++) {
    sett_card_fetch (run->card, numbers.at[i] >> 3, &marked[0]);
    marked[0].mark = numbers.at[i] & 7;
    sett_gpu_examine (run, &marked[0]);
  }
  SETT_RELEASE (numbers);
}

/* States that do not fit: the search will begin anew, and know of them. */
static void note_misfits (sett_gpu_run *run, unsigned flags) {
  if (flags & SETT_CARD_WIDER) {
    sett_packing_widen (&run->packing, sett_card_differences (run->card));
    run->restart = 1;
  }
  if (flags & SETT_CARD_LARGER) {
    const uint32_t bytes = 8 * run->packing.words;
    sett_packing_lengthen (&run->packing, bytes + bytes / 2 / 8 * 8 + 8);
    run->restart = 1;
  }
}

/* Expands a piece of a level; says how much of it is done. */
static uint64_t expand_piece (sett_gpu_run *run, uint64_t low, uint64_t high,
                              sett_aim aim) {
  sett_launch launch;
  if (aim == SETT_AIM_ADD && !sett_card_has_place (run->card, high - low))
    sett_card_grow (run->card);
  sett_card_expand (run->card, low, high, aim, 0, &launch);
  if (launch.flags & (SETT_CARD_WIDER | SETT_CARD_LARGER)) {
    note_misfits (run, launch.flags);
    return high - low; /* in vain, but others may be seen that do not fit */
  }
  if (launch.marks > SETT_CARD_MOST_MARKS) {
    run->piece = SETT_CARD_MOST_MARKS;
    return 0;
  }
  if (launch.flags & SETT_CARD_FULL) {
    if (!sett_card_grow (run->card))
      hit (run, SETT_LIMIT_MEMORY);
    return 0;
  }
  if (aim == SETT_AIM_ADD)
    run->transitions += launch.transitions;
  else if (launch.transitions)
    run->limits_hit |= SETT_LIMIT_DEPTH;
  if (launch.marks && !run->restart)
    examine_marked (run);
  return high - low;
}

static uint64_t size_of_piece (const sett_gpu_run *run) {
  return 4 * sett_device_width (run->request->device);
}

static void visit_level (sett_gpu_run *run, uint64_t low, uint64_t high,
                         sett_aim aim) {
  if (run->request->mutant == SETT_MUTANT_EARLY && high - low > 1)
    high--;
  while (low < high && !run->stop) {
    const uint64_t end = high - low > run->piece ? low + run->piece : high;
    low += expand_piece (run, low, end, aim);
    look_at_limits (run);
  }
}

/* Once keys take some memory, those bits are left out that do not matter. */
static void learn (sett_gpu_run *run) {
  const sett_device *device = run->request->device;
  const uint64_t some = sett_device_memory (device) / 32;
  const uint64_t few = sett_device_is_processor (device) ? 1 << 17 : some;
  if (run->packed || sett_card_key_bytes (run->card) < few)
    return;
  sett_card_learn (run->card);
  sett_packing_narrow (&run->packing, sett_card_differences (run->card));
  run->packed = run->restart = 1;
}

static void explore (sett_gpu_run *run) {
  uint64_t low = 0, high = sett_card_used (run->card);
  while (low < high && !run->stop && !run->restart) {
    const int at_limit =
        run->options->depth && run->levels.count >= run->options->depth;
    SETT_PUSH (run->levels, low);
    visit_level (run, low, high, at_limit ? SETT_AIM_COUNT : SETT_AIM_ADD);
    low = high;
    high = sett_card_used (run->card);
    if (low < high && !run->stop && !run->restart)
      learn (run);
  }
}

/* ------------------------------------------------------------ attempts --- */

/* Another attempt forgets what was found: it will be found again. */
static void forget (sett_gpu_run *run) {
  for (size_t i = 0; i < run->result->violations.count; i++)
    sett_path_release (&run->result->violations.at[i].path);
  run->result->violations.count = 0;
  run->result->violations_seen = 0;
  sett_card_destroy (run->card);
  run->card = NULL;
  run->levels.count = 0;
  run->transitions = 0;
  run->limits_hit = 0;
  run->restart = 0;
  run->piece = size_of_piece (run);
}

static int prepare_card (sett_gpu_run *run, sett_text *error) {
  sett_device *device = run->request->device;
  const uint64_t all = sett_device_memory (device) / 10 * 9;
  if (run->packing.words * 8 > MOST_BYTES) {
    sett_text_addf (error,
                    "--gpu: this model has states of more than %d "
                    "bytes, which is too much for the device; leave "
                    "--gpu out",
                    MOST_BYTES);
    return 0;
  }
  const double before = sett_watch_now ();
  const int built = sett_source_build (
      device, run->request->code, &run->packing, run->request->mutant, error);
  run->building += sett_watch_now () - before;
  if (!built)
    return 0;
  run->card = sett_card_create (
      device, &run->packing, run->request->memory ? run->request->memory : all);
  if (!run->card)
    sett_text_addf (
        error, "--gpu: %s gives no memory%s%s", sett_device_name (device),
        sett_device_error (device) ? ": " : "",
        sett_device_error (device) ? sett_device_error (device) : "");
  return run->card != NULL;
}

/* One search from the initial state on, which fits. */
static int attempt (sett_gpu_run *run, const unsigned char *state,
                    uint32_t size, sett_text *error) {
  sett_launch launch;
  forget (run);
  if (!prepare_card (run, error))
    return 0;
  uint64_t *root = sett_zalloc (run->packing.words, 8);
  memcpy (root, state, size);
  sett_card_add (run->card, root, 1, &launch);
  sett_free (root, run->packing.words * 8);
  look_at_limits (run);
  explore (run);
  return 1;
}

static int search_from (sett_gpu_run *run, const sett_sink *sink,
                        sett_text *error) {
  const sett_step *step = &sink->steps[0];
  const unsigned char *state = sink->bytes + step->offset;
  sett_packing_init (&run->packing, state, step->size);
  sett_sample (run->expander, state, step->size, &run->packing);
  do
    if (!attempt (run, state, step->size, error))
      return 0;
  while (run->restart && !run->stop);
  return 1;
}

static int begin (sett_gpu_run *run, sett_text *error) {
  sett_sink sink;
  int done = 1;
  sett_sink_init (&sink);
  run->model->initial (run->model, &sink);
  if (sink.count != 1)
    sett_gpu_fail (run, "the model has %u initial states", sink.count);
  else if (sink.steps[0].fault)
    sett_gpu_report_initial (run, &sink);
  if (!run->stop && sink.steps[0].size)
    done = search_from (run, &sink, error);
  sett_sink_release (&sink);
  return done;
}

/* Never stronger than what was done. */
static sett_verdict verdict_of (const sett_gpu_run *run) {
  return run->failed                    ? SETT_ERROR
         : run->result->violations_seen ? SETT_VIOLATED
         : run->limits_hit              ? SETT_BOUNDED
                                        : SETT_VERIFIED;
}

static void conclude (sett_gpu_run *run) {
  sett_result *result = run->result;
  fill_statistics (run, &result->statistics);
  result->limits_hit = run->limits_hit;
  result->verdict = verdict_of (run);
  result->exhaustive = result->verdict == SETT_VERIFIED ||
                       (result->verdict == SETT_VIOLATED &&
                        run->options->all_errors && !run->limits_hit);
}

int sett_gpu_search (sett_model *model, const sett_search_options *options,
                     const sett_gpu_request *request, sett_result *result,
                     sett_text *error) {
  sett_gpu_run run = {.model = model,
                      .options = options,
                      .request = request,
                      .result = result,
                      .expander = sett_expander_create (model),
                      .started = sett_watch_now ()};
  memset (result, 0, sizeof *result);
  const int done = begin (&run, error);
  if (done)
    conclude (&run);
  sett_card_destroy (run.card);
  sett_packing_release (&run.packing);
  SETT_RELEASE (run.levels);
  sett_expander_destroy (run.expander);
  return done;
}
