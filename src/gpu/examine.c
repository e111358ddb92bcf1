/* The processor's part in a search on a device: see run.h.

   Everything that is reported is found here, by the expander that every search
   uses, in a state that the device came to; and it is kept only with a path
   that sett_path_verify has run again from the initial state.  The device is
   not trusted to say what is wrong, only where. */

#include "gpu/run.h"

#include "base/memory.h"
#include "base/watch.h"
#include "search/kept.h"

#include <string.h>

static const sett_step no_step = {.transition = SETT_YIELD,
                                  .process = SETT_NOBODY,
                                  .partner = SETT_NOBODY,
                                  .holder = SETT_NOBODY};

/* A state that the processor has for itself. */
typedef struct copy {
  unsigned char *state;
  uint32_t size;
} copy;

static copy copy_of (const sett_marked *m) {
  copy c = {sett_alloc (m->size), m->size};
  memcpy (c.state, m->state, m->size);
  return c;
}

static void release_copy (copy *c) {
  sett_free (c->state, c->size);
}

static copy fetch_copy (sett_gpu_run *run, uint64_t number) {
  sett_marked m;
  sett_card_fetch (run->card, number, &m);
  return copy_of (&m);
}

/* --------------------------------------------------------------- paths --- */

static void add_initial (sett_gpu_run *run, sett_path *path) {
  sett_sink sink;
  sett_sink_init (&sink);
  run->model->initial (run->model, &sink);
  sett_path_add (path, &sink.steps[0], sink.bytes + sink.steps[0].offset);
  sett_sink_release (&sink);
}

/* Adds the steps from the last state of the path to the next; claims
   ownership of it, and releases the one before. */
static int extend (sett_gpu_run *run, copy *here, copy next, sett_path *path) {
  const int found = sett_expand_find (run->expander, here->state, here->size,
                                      next.state, next.size, NULL, path);
  release_copy (here);
  *here = next;
  return found;
}

/* The path along the states of a trail, and to the faulty step behind them, if
   there is one. */
static int build (sett_gpu_run *run, const sett_numbers *trail,
                  const sett_met *met, sett_path *path) {
  copy here = fetch_copy (run, trail->at[0]);
  int found = 1;
  add_initial (run, path);
  for (size_t i = 1; found && i < trail->count; i++)
    found = extend (run, &here, fetch_copy (run, trail->at[i]), path);
  if (found && met->fault != SETT_FAULT_DEADLOCK)
    found = sett_expand_find (run->expander, here.state, here.size, NULL, 0,
                              &met->step, path);
  release_copy (&here);
  return found;
}

/* ---------------------------------------------------------- violations --- */

/* Claims ownership of the path. */
static void keep (sett_gpu_run *run, const sett_met *met, sett_path path) {
  char message[200];
  const char *wrong = sett_path_verify (run->model, &path, met->fault, message);
  if (wrong && sett_watch_spent ()) {
    run->result->violations_seen--;
    sett_path_release (&path);
    return;
  }
  if (wrong) {
    sett_gpu_fail (run, "a counter-example could not be verified: %s", wrong);
    sett_path_release (&path);
    return;
  }
  const sett_violation violation = {.fault = met->fault,
                                    .step = met->step,
                                    .path = path,
                                    .count = 1,
                                    .places = met->places};
  SETT_PUSH (run->result->violations, violation);
}

static void find_and_keep (sett_gpu_run *run, const sett_met *met,
                           uint64_t number) {
  sett_path path = {.lasso = 0};
  sett_numbers trail = {0};
  if (sett_gpu_trail (run, number, &trail) && build (run, &trail, met, &path))
    keep (run, met, path);
  else {
    sett_path_release (&path);
    if (sett_watch_spent ()) /* what is not found again is none */
      run->result->violations_seen--;
    else
      sett_gpu_fail (run, "no path was found to a state of the search");
  }
  SETT_RELEASE (trail);
}

static void report (sett_gpu_run *run, const sett_met *met, uint64_t number) {
  const int all = run->options->all_errors;
  if (sett_kept_wants (run->result, run->model, all, met))
    find_and_keep (run, met, number);
  run->stop |= !all;
}

static int is_wanted (const sett_gpu_run *run, const sett_step *step) {
  return step->fault && (step->fault != SETT_FAULT_ASSERTION ||
                         run->options->check_assertions);
}

static int has_fault (const sett_sink *found) {
  for (uint32_t i = 0; i < found->count; i++)
    if (found->steps[i].fault)
      return 1;
  return 0;
}

/* The expander is used again to find the path: the steps are copied. */
static void report_faults (sett_gpu_run *run, const copy *here, uint64_t number,
                           const sett_sink *found) {
  SETT_VECTOR (sett_step) faulty = {0};
  for (uint32_t i = 0; i < found->count; i++)
    if (is_wanted (run, &found->steps[i]))
      SETT_PUSH (faulty, found->steps[i]);
  for (size_t i = 0; i < faulty.count && !run->stop; i++) {
    const sett_met met = {.fault = (sett_fault)faulty.at[i].fault,
                          .step = faulty.at[i],
                          .state = here->state,
                          .size = here->size};
    report (run, &met, number);
  }
  SETT_RELEASE (faulty);
}

static void report_deadlock (sett_gpu_run *run, const copy *here,
                             uint64_t number) {
  if (!run->options->check_deadlocks || run->stop ||
      run->model->is_end (run->model, here->state, here->size))
    return;
  const sett_met met = {
      .fault = SETT_FAULT_DEADLOCK,
      .step = no_step,
      .places = sett_kept_places (run->model, here->state, here->size),
      .state = here->state,
      .size = here->size};
  report (run, &met, number);
}

void sett_gpu_report_initial (sett_gpu_run *run, const sett_sink *sink) {
  const sett_step *step = &sink->steps[0];
  sett_path path = {.lasso = 0};
  const sett_met met = {.fault = (sett_fault)step->fault, .step = *step};
  sett_path_add (&path, step, step->size ? sink->bytes + step->offset : NULL);
  run->result->violations_seen++;
  keep (run, &met, path);
  run->stop |= !run->options->all_errors;
}

/* ---------------------------------------------------------- successors --- */

/* Until they are there: the table may have to grow. */
static void add_batch (sett_gpu_run *run, const uint64_t *states,
                       uint64_t count) {
  sett_launch launch = {.flags = SETT_CARD_FULL};
  while (launch.flags & SETT_CARD_FULL) {
    sett_card_add (run->card, states, count, &launch);
    if (launch.flags & SETT_CARD_FULL && !sett_card_grow (run->card)) {
      run->limits_hit |= SETT_LIMIT_MEMORY;
      run->stop = 1;
      return;
    }
  }
}

enum { AT_ONCE = 256 };

/* Adds the successors that fit; says if there are others. */
static void add_successors (sett_gpu_run *run, const sett_sink *found) {
  const uint32_t words = run->packing.words;
  uint64_t *batch = sett_alloc (AT_ONCE * words * 8), count = 0;
  for (uint32_t i = 0; i < found->count; i++) {
    const sett_step *step = &found->steps[i];
    if (!step->size)
      continue;
    run->transitions++;
    if (sett_gpu_provide (run, found->bytes + step->offset, step->size))
      continue;
    memset (batch + count * words, 0, words * 8);
    memcpy (batch + count * words, found->bytes + step->offset, step->size);
    if (++count < AT_ONCE)
      continue;
    add_batch (run, batch, count);
    count = 0;
  }
  if (count)
    add_batch (run, batch, count);
  sett_free (batch, AT_ONCE * words * 8);
}

void sett_gpu_examine (sett_gpu_run *run, const sett_marked *marked) {
  copy here = copy_of (marked);
  const uint64_t number = marked->number;
  const int hard = marked->mark & SETT_MARK_HARD &&
                   run->request->mutant != SETT_MUTANT_UNASKED;
  const sett_sink *found = sett_expand (run->expander, here.state, here.size);
  const int stuck = sett_expand_stuck (run->expander);
  if (sett_watch_spent ()) { /* not all may have been found */
    release_copy (&here);
    return;
  }
  if (hard)
    add_successors (run, found);
  if (!hard && !stuck && !has_fault (found))
    sett_gpu_fail (run, "device and processor disagree about a state");
  report_faults (run, &here, number, found);
  if (stuck)
    report_deadlock (run, &here, number);
  release_copy (&here);
}
