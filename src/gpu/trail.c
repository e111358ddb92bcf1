/* Shortest paths without parents.

   A state was found while the level before it was expanded, so one of that
   level has it as a successor; which one the device finds by expanding the
   level again.  Level by level that takes as long as the search did at most,
   and no memory at all.

   A state that the device cannot expand by itself may be the one, too: there
   the processor looks.

   With a lossy store the device does not have all levels: a trail goes back as
   far as they are there, and retrace.c sees to the rest. */

#include "base/assert.h"
#include "gpu/gpu_run.h"

#include "base/memory.h"
#include "base/mutant.h"

#include <string.h>

enum { PIECE = 1 << 22, CANDIDATES = 64 };

sett_gpu_copy sett_gpu_copy_of (const sett_marked *m) {
  sett_gpu_copy c = {sett_alloc (m->size), m->size, m->root};
  memcpy (c.state, m->state, m->size);
  return c;
}

void sett_gpu_copy_release (sett_gpu_copy *c) {
  sett_free (c->state, c->size);
}

void sett_gpu_trail_release (sett_gpu_trail *trail) {
  for (size_t i = 0; i < trail->count; i++)
    sett_gpu_copy_release (&trail->at[i]);
  SETT_RELEASE (*trail);
}

static int leads_by (sett_gpu_run *run, const sett_marked *from,
                     const sett_gpu_copy *target, sett_extent extent) {
  const sett_sink *found =
      sett_explore (run->explorer, from->state, from->size, extent);
  for (uint32_t i = 0; i < found->count; i++)
    if (found->steps[i].size == target->size &&
        !memcmp (found->bytes + found->steps[i].offset, target->state,
                 target->size))
      return 1;
  return 0;
}

/* By a step, or by a phase and a step. */
static int leads_to (sett_gpu_run *run, const sett_marked *from,
                     const sett_gpu_copy *target) {
  return leads_by (run, from, target, SETT_EXTENT_FULL) ||
         leads_by (run, from, target, SETT_EXTENT_REDUCED);
}

/* Adds one of the candidates of the last launch that leads to the target. */
static int choose (sett_gpu_run *run, const sett_gpu_copy *target,
                   sett_gpu_trail *trail) {
  sett_marked candidates[CANDIDATES];
  uint64_t first = 0;
  for (;;) {
    const unsigned count =
        sett_card_marked (run->card, first, CANDIDATES, candidates);
    if (!count)
      return 0;
    for (unsigned i = 0; i < count; i++)
      if (leads_to (run, &candidates[i], target)) {
        SETT_PUSH (*trail, sett_gpu_copy_of (&candidates[i]));
        return 1;
      }
    first += count;
  }
}

/* In pieces, so that no mark is lost where there may be many. */
static int find_parent (sett_gpu_run *run, uint64_t low, uint64_t high,
                        sett_gpu_trail *trail) {
  SETT_ASSERT (trail->count);
  const sett_gpu_copy target = trail->at[trail->count - 1];
  uint64_t piece = PIECE;
  while (low < high && !sett_device_error (run->request->device)) {
    sett_launch launch;
    const uint64_t end = high - low > piece ? low + piece : high;
    sett_card_expand (run->card, low, end, SETT_AIM_FIND, target.root, &launch);
    if (launch.marks > SETT_CARD_MOST_MARKS) {
      piece = SETT_CARD_MOST_MARKS;
      continue;
    }
    if (launch.marks && choose (run, &target, trail))
      return 1;
    low = end;
  }
  return 0;
}

/* For tests: pretends to have forgotten what a small device would. */
static int is_amnesic (const sett_gpu_run *run, size_t level) {
  return SETT_MUTANT (run->request->mutant) == SETT_MUTANT_AMNESIC &&
         (!run->again || level + 2 < run->levels.count);
}

int sett_gpu_has_level (const sett_gpu_run *run, size_t level) {
  return level + 1 < run->levels.count && !is_amnesic (run, level) &&
         sett_card_holds (run->card, run->levels.at[level]);
}

int sett_gpu_trail_extend (sett_gpu_run *run, sett_gpu_trail *trail,
                           size_t *level) {
  for (; *level && sett_gpu_has_level (run, *level - 1); --*level)
    if (!find_parent (run, run->levels.at[*level - 1], run->levels.at[*level],
                      trail))
      return 0;
  return 1;
}
