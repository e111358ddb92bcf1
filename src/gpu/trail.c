/* Shortest paths without parents.

   A state was found while the level before it was expanded, so one of that
   level has it as a successor; which one the device finds by expanding the
   level again.  Level by level that takes as long as the search did at most,
   and no memory at all.

   A state that the device cannot expand by itself may be the one, too: there
   the processor looks. */

#include "gpu/run.h"

#include "base/memory.h"

#include <string.h>

enum { PIECE = 1 << 22, CANDIDATES = 64 };

static int leads_to (sett_gpu_run *run, const sett_marked *from,
                     const unsigned char *target, uint32_t size) {
  sett_path path = {.lasso = 0};
  const int found = sett_expand_find (run->expander, from->state, from->size,
                                      target, size, NULL, &path);
  sett_path_release (&path);
  return found;
}

/* One of the candidates of the last launch that leads to the target. */
static int choose (sett_gpu_run *run, const unsigned char *target,
                   uint32_t size, uint64_t *parent) {
  sett_marked candidates[CANDIDATES];
  uint64_t first = 0;
  for (;;) {
    const unsigned count =
        sett_card_marked (run->card, first, CANDIDATES, candidates);
    if (!count)
      return 0;
    for (unsigned i = 0; i < count; i++)
      if (leads_to (run, &candidates[i], target, size)) {
        *parent = candidates[i].number;
        return 1;
      }
    first += count;
  }
}

/* In pieces, so that no mark is lost where there may be many. */
static int find_between (sett_gpu_run *run, uint64_t low, uint64_t high,
                         uint64_t child, const sett_marked *target,
                         uint64_t *parent) {
  uint64_t piece = PIECE;
  while (low < high && !sett_device_error (run->request->device)) {
    sett_launch launch;
    const uint64_t end = high - low > piece ? low + piece : high;
    sett_card_expand (run->card, low, end, SETT_AIM_FIND, child, &launch);
    if (launch.marks > SETT_CARD_MOST_MARKS) {
      piece = SETT_CARD_MOST_MARKS;
      continue;
    }
    if (launch.marks && choose (run, target->state, target->size, parent))
      return 1;
    low = end;
  }
  return 0;
}

static int find_parent (sett_gpu_run *run, size_t level, uint64_t child,
                        uint64_t *parent) {
  sett_marked target;
  sett_card_fetch (run->card, child, &target);
  unsigned char *state = sett_alloc (target.size);
  memcpy (state, target.state, target.size);
  target.state = state;
  const int found =
      find_between (run, run->levels.at[level], run->levels.at[level + 1],
                    child, &target, parent);
  sett_free (state, target.size);
  return found;
}

static size_t level_of (const sett_gpu_run *run, uint64_t number) {
  size_t level = run->levels.count - 1;
  while (run->levels.at[level] > number)
    level--;
  return level;
}

int sett_gpu_trail (sett_gpu_run *run, uint64_t last, sett_numbers *trail) {
  const size_t depth = level_of (run, last);
  for (size_t i = 0; i <= depth; i++)
    SETT_PUSH (*trail, 0);
  trail->at[depth] = last;
  for (size_t i = depth; i--;)
    if (!find_parent (run, i, trail->at[i + 1], &trail->at[i]))
      return 0;
  return 1;
}
