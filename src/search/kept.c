/* Kept violations: see kept.h.

   Whether it is wanted is seen from the step and the state alone, so that
   another one of a kind costs next to nothing: paths are for the first of
   each.  Runs that a claim accepts are the same. */

#include "search/kept.h"

#include "base/assert.h"
#include "kernel/control.h"

#include <string.h>
#include <xxhash.h>

#define MOST_KEPT 100u /* of each kind, so that none hides another */

/* Where the processes of a state are; the state itself if the model does not
   tell. */
typedef struct places {
  uint32_t at[SETT_MOST_PROCESSES];
  const void *bytes;
  size_t size;
} places;

static void find_places (sett_model *model, const unsigned char *state,
                         uint32_t size, places *found) {
  sett_standing standings[SETT_MOST_PROCESSES];
  found->bytes = state;
  found->size = size;
  if (!model->control)
    return;
  const unsigned count =
      model->control->standings (model, state, size, standings);
  SETT_ASSERT (count <= SETT_MOST_PROCESSES);
  for (unsigned i = 0; i < count; i++)
    found->at[i] = standings[i].location;
  found->bytes = found->at;
  found->size = count * sizeof found->at[0];
}

uint64_t sett_kept_places (sett_model *model, const unsigned char *state,
                           uint32_t size) {
  places where;
  find_places (model, state, size, &where);
  return XXH3_64bits (where.bytes, where.size);
}

static int same_places (sett_model *model, const sett_violation *kept,
                        const sett_met *met) {
  SETT_ASSERT (kept->path.steps.count);
  const sett_path_step *last = &kept->path.steps.at[kept->path.steps.count - 1];
  places a, b;
  find_places (model, last->state, last->step.size, &a);
  find_places (model, met->state, met->size, &b);
  return a.size == b.size && !memcmp (a.bytes, b.bytes, a.size);
}

static int is_same (sett_model *model, const sett_violation *kept,
                    const sett_met *met) {
  if (kept->violation != met->violation)
    return 0;
  if (met->violation != SETT_VIOLATION_DEADLOCK)
    return kept->step.transition == met->step.transition;
  return kept->places == met->places && same_places (model, kept, met);
}

int sett_kept_wants (sett_result *result, sett_model *model, int all_errors,
                     const sett_met *met) {
  unsigned alike = 0;
  SETT_ASSERT (result->violations.count <= result->violations_seen);
  result->violations_seen++;
  for (size_t i = 0; i < result->violations.count; i++) {
    sett_violation *kept = &result->violations.at[i];
    alike += kept->violation == met->violation;
    if (is_same (model, kept, met)) {
      kept->count++;
      return 0;
    }
  }
  return all_errors ? alike < MOST_KEPT : !result->violations.count;
}
