/* The processor's part in a search on a device: see gpu_run.h.

   Everything that is reported is found here, by the expander that every search
   uses, in a state that the device came to; and it is kept only with a path
   that was run again from the initial state (trail_path.c).  The device is not
   trusted to say what is wrong, only where. */

#include "base/assert.h"
#include "gpu/gpu_run.h"

#include "base/mutant.h"
#include "base/memory.h"
#include "base/watch.h"
#include "kernel/lasso.h"
#include "search/kept.h"

#include <string.h>

static const sett_step no_step = {.transition = SETT_YIELD,
                                  .process = SETT_NO_PROCESS,
                                  .partner = SETT_NO_PROCESS,
                                  .holder = SETT_NO_PROCESS};

static sett_violation_kind claim_violation (const sett_claim *claim) {
  return claim->end_violation ? claim->end_violation : claim->violation;
}

static void report (sett_gpu_run *run, const sett_met *met,
                    const sett_marked *here) {
  const int all = run->options->all_errors;
  if (sett_kept_wants (run->result, run->model, all, met))
    sett_gpu_keep (run, met, here);
  run->stop |= !all;
}

static int is_wanted (const sett_gpu_run *run, const sett_step *step) {
  return step->violation && (step->violation != SETT_VIOLATION_ASSERTION ||
                             run->options->check_assertions);
}

static int has_violation (const sett_sink *found) {
  for (uint32_t i = 0; i < found->count; i++)
    if (found->steps[i].violation)
      return 1;
  return 0;
}

/* The expander is used again to find the path: the steps are copied. */
static void report_violations (sett_gpu_run *run, const sett_marked *here,
                               const sett_sink *found) {
  uint32_t size;
  const unsigned char *system =
      sett_explorer_system (run->explorer, here->state, here->size, &size);
  SETT_VECTOR (sett_step) violating = {0};
  for (uint32_t i = 0; i < found->count; i++)
    if (is_wanted (run, &found->steps[i]))
      SETT_PUSH (violating, found->steps[i]);
  for (size_t i = 0; i < violating.count && !run->stop; i++) {
    const sett_met met = {.violation =
                              (sett_violation_kind)violating.at[i].violation,
                          .step = violating.at[i],
                          .state = system,
                          .size = size};
    report (run, &met, here);
  }
  SETT_RELEASE (violating);
}

static void report_deadlock (sett_gpu_run *run, const sett_marked *here) {
  if (!run->options->check_deadlocks || run->stop ||
      run->model->is_end (run->model, here->state, here->size))
    return;
  const sett_met met = {
      .violation = SETT_VIOLATION_DEADLOCK,
      .step = no_step,
      .places = sett_kept_places (run->model, here->state, here->size),
      .state = here->state,
      .size = here->size};
  report (run, &met, here);
}

static void report_final (sett_gpu_run *run, const sett_marked *here) {
  sett_met met = {.violation = claim_violation (run->options->explorer.claim),
                  .step = no_step};
  if (run->stop)
    return;
  met.state =
      sett_explorer_system (run->explorer, here->state, here->size, &met.size);
  report (run, &met, here);
}

void sett_gpu_report_initial (sett_gpu_run *run, const sett_sink *sink) {
  char message[200];
  const sett_step *step = &sink->steps[0];
  sett_violation violation = {.violation = (sett_violation_kind)step->violation,
                              .step = *step,
                              .count = 1};
  const sett_met met = {.violation = violation.violation, .step = *step};
  sett_gpu_path_begin (run, sink, &violation.path);
  const char *wrong =
      sett_gpu_path_verify (run, &met, &violation.path, message);
  run->result->violations_seen++;
  SETT_PUSH (run->result->violations, violation);
  if (wrong)
    sett_gpu_fail (run, "a counter-example could not be verified: %s", wrong);
  run->stop |= !run->options->all_errors;
}

/* ---------------------------------------------------------- successors --- */

/* Until they are there, as tables may have to grow; or the search begins anew.
 */
static void add_batch (sett_gpu_run *run, const uint64_t *states,
                       uint64_t count) {
  sett_launch launch = {.flags = SETT_CARD_FULL};
  while (launch.flags && !run->stop && !run->restart) {
    sett_card_add (run->card, states, count, &launch);
    if (launch.flags & ~(unsigned)SETT_CARD_FULL) {
      if (!sett_gpu_make_fit (run, launch.flags))
        return;
    } else if (launch.flags & SETT_CARD_FULL && !sett_card_grow (run->card))
      sett_gpu_hit (run, SETT_LIMIT_MEMORY);
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
    if (!sett_gpu_provide (run, found->bytes + step->offset, step->size))
      continue;
    memset (batch + count * words, 0, words * 8);
    SETT_ASSERT (count < AT_ONCE && step->size <= words * 8);
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

/* Is something wrong with a state from which these steps lead on? */
static int is_wrong (sett_gpu_run *run, const sett_marked *here,
                     const sett_sink *found) {
  return sett_explore_was_stuck (run->explorer) ||
         sett_explorer_final (run->explorer, here->state, here->size) ||
         has_violation (found);
}

/* The steps that the device took, or would have; all of them if nothing is
   wrong with those although it said so: there are states that it does not
   reduce (reduce.cl: too many processes or positions). */
static const sett_sink *expand (sett_gpu_run *run, const sett_marked *here) {
  const sett_sink *found =
      sett_explore (run->explorer, here->state, here->size, run->extent);
  if (here->mark & SETT_MARK_HARD || is_wrong (run, here, found))
    return found;
  return sett_explore (run->explorer, here->state, here->size,
                       SETT_EXTENT_FULL);
}

/* What is wrong with a state from which these steps lead on. */
static void report_all (sett_gpu_run *run, const sett_marked *here,
                        const sett_sink *found) {
  const int stuck = sett_explore_was_stuck (run->explorer);
  const int final =
      sett_explorer_final (run->explorer, here->state, here->size);
  if (!(here->mark & SETT_MARK_HARD) && !is_wrong (run, here, found))
    sett_gpu_fail (run, "device and processor disagree about a state");
  report_violations (run, here, found);
  if (stuck)
    report_deadlock (run, here);
  if (final)
    report_final (run, here);
}

static int forgets (const sett_gpu_run *run) {
  return run->again &&
         SETT_MUTANT (run->request->mutant) == SETT_MUTANT_FORGETFUL;
}

static uint64_t root_of (sett_gpu_run *run, uint64_t number) {
  sett_marked now;
  sett_card_fetch (run->card, number, &now);
  return now.root;
}

/* If the search begins anew what is wrong here will be found again. */
void sett_gpu_examine (sett_gpu_run *run, const sett_marked *marked) {
  sett_gpu_copy copy = sett_gpu_copy_of (marked);
  sett_marked here = *marked;
  here.state = copy.state;
  run->hard |= (here.mark & SETT_MARK_HARD) != 0;
  if (SETT_MUTANT (run->request->mutant) == SETT_MUTANT_UNASKED)
    here.mark &= ~(unsigned)SETT_MARK_HARD;
  const sett_sink *found = expand (run, &here);
  const unsigned repacked = run->repacked;
  if (!sett_watch_spent ()) { /* else not all may have been found */
    if (here.mark & SETT_MARK_HARD && !forgets (run))
      add_successors (run, found);
    if (run->repacked != repacked && !run->restart)
      here.root = root_of (run, here.number);
    if (!run->restart && !run->again)
      report_all (run, &here, found);
  }
  sett_gpu_copy_release (&copy);
}
