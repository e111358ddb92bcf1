/* Violations and their paths, also where a lossy store has forgotten the
   beginning.

   A trail goes back as far as the device has the levels before (trail.c).  With
   a lossy store the queue is a ring, and early levels may have been
   overwritten. Such a violation is *pending*.  When the search is over, it is
   run again, up to the last level that is missing: then that one is in the
   queue, and as many before it as there is room for; and so on, until all
   trails go back to the initial state.  All that are pending are served by the
   same searches.

   A search that is run again finds the same words, as the tables of nodes stay;
   but not always the same states: of two that the store takes for each other
   the first one counts, and which that is depends on chance.  So a state may
   not be found again.  That is tried a few times, and then an error: a
   violation is never left out silently, and never reported without its path. */

#include "gpu/gpu_run.h"

#include "base/assert.h"
#include "base/watch.h"

#include <string.h>

enum { TRIES = 4 };

size_t sett_gpu_level_of (const sett_gpu_run *run, uint64_t number) {
  size_t level = run->levels.count - 1;
  while (run->levels.at[level] > number)
    level--;
  return level;
}

/* Of the path there is one state, which says where the violation is. */
static void add_violation (sett_gpu_run *run, const sett_met *met) {
  sett_violation violation = {.violation = met->violation,
                              .step = met->step,
                              .count = 1,
                              .places = met->places};
  sett_step last = met->step;
  last.size = met->size;
  sett_path_add (&violation.path, &last, met->state);
  SETT_PUSH (run->result->violations, violation);
}

/* What is not found again is none. */
static void drop (sett_gpu_run *run, const sett_gpu_pending *p) {
  sett_result *result = run->result;
  sett_violation *at = result->violations.at + p->violation;
  result->violations_seen -= at->count;
  sett_path_release (&at->path);
  result->violations.count--;
  memmove (at, at + 1, (result->violations.count - p->violation) * sizeof *at);
}

static void complete (sett_gpu_run *run, const sett_gpu_pending *p) {
  char message[200];
  sett_path path = {.lasso = 0};
  const char *wrong = sett_gpu_path (run, &p->trail, &p->met, &path, message);
  if (wrong) {
    sett_path_release (&path);
    drop (run, p);
    if (!sett_watch_spent ())
      sett_gpu_fail (run, "a counter-example could not be verified: %s", wrong);
    return;
  }
  sett_path_release (&run->result->violations.at[p->violation].path);
  run->result->violations.at[p->violation].path = path;
}

void sett_gpu_keep (sett_gpu_run *run, const sett_met *met,
                    const sett_marked *last) {
  sett_gpu_pending p = {.violation = run->result->violations.count,
                        .met = *met,
                        .level = sett_gpu_level_of (run, last->number)};
  add_violation (run, met);
  SETT_PUSH (p.trail, sett_gpu_copy_of (last));
  const int found = sett_gpu_trail_extend (run, &p.trail, &p.level);
  if (p.level && found) {
    SETT_PUSH (run->pending, p);
    return;
  }
  if (found)
    complete (run, &p);
  else {
    drop (run, &p);
    if (!sett_watch_spent ())
      sett_gpu_fail (run, "no path was found to a state of the search");
  }
  sett_gpu_trail_release (&p.trail);
}

/* The last level from which a trail has to go on. */
static size_t last_level (const sett_gpu_run *run) {
  size_t level = 0;
  for (size_t i = 0; i < run->pending.count; i++)
    if (run->pending.at[i].level > level)
      level = run->pending.at[i].level;
  return level;
}

/* False if one of them was not found. */
static int extend_all (sett_gpu_run *run) {
  int found = 1;
  for (size_t i = 0; i < run->pending.count; i++) {
    sett_gpu_pending *p = &run->pending.at[i];
    found &= sett_gpu_trail_extend (run, &p->trail, &p->level);
  }
  return found;
}

/* From the last one on, so that the places of the others do not change. */
static void complete_all (sett_gpu_run *run) {
  for (size_t i = run->pending.count; i--;) {
    sett_gpu_pending *p = &run->pending.at[i];
    SETT_ASSERT (p->violation < run->result->violations.count);
    if (p->level)
      drop (run, p);
    else
      complete (run, p);
    sett_gpu_trail_release (&p->trail);
  }
  run->pending.count = 0;
}

void sett_gpu_retrace (sett_gpu_run *run) {
  unsigned tries = TRIES;
  size_t level;
  if (run->failed || !run->pending.count)
    return;
  run->stop = 0;
  while ((level = last_level (run)) && !run->stop && tries) {
    sett_gpu_search_again (run, level - 1);
    if (!run->stop)
      tries -= !extend_all (run);
  }
  if (!tries)
    sett_gpu_fail (run, "a violation was found, but not the way to it again; "
                        "a larger --memory, or --store tree, may help");
  complete_all (run);
}
