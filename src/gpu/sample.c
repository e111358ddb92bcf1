/* Samples: see sample.h.

   Nothing depends on what is met, except how often a search has to begin anew:
   so the walks are short, and always the same.  They go where something is new
   for the packing, else by chance, and end when there has been nothing new for
   a while, or some time has gone by. */

#include "gpu/sample.h"

#include "base/memory.h"
#include "base/watch.h"

#include <string.h>

enum { STEPS = 400, IN_VAIN = 20000, MOST_STEPS = 100000, MOST_EFFORT = 4 };
#define MOST_SECONDS 0.2

/* xorshift64* */
static uint64_t draw (uint64_t *seed) {
  *seed ^= *seed >> 12;
  *seed ^= *seed << 25;
  *seed ^= *seed >> 27;
  return *seed * UINT64_C (0x2545f4914f6cdd1d);
}

typedef struct walker {
  sett_explorer *explorer;
  sett_packing *packing;
  sett_relations *relations; /* null: nothing is reduced */
  uint64_t seed;
  uint32_t steps, since; /* in all; since something was new */
} walker;

/* One of the next states: the last that is new, or any; null: there is none. */
static const sett_step *choose (walker *w, const sett_sink *found) {
  const uint32_t first =
      found->count ? (uint32_t)(draw (&w->seed) % found->count) : 0;
  const sett_step *chosen = NULL;
  for (uint32_t i = 0; i < found->count; i++) {
    const sett_step *step = &found->steps[(first + i) % found->count];
    const unsigned char *state = found->bytes + step->offset;
    if (!step->size)
      continue;
    if (!chosen)
      chosen = step;
    if (sett_packing_holds (w->packing, state, step->size))
      continue;
    sett_packing_sample (w->packing, state, step->size);
    chosen = step;
    w->since = 0;
  }
  return chosen;
}

static void walk (walker *w, const unsigned char *initial, uint32_t size) {
  unsigned char *state = sett_alloc (size);
  memcpy (state, initial, size);
  for (int i = 0; i < STEPS; i++) {
    const sett_sink *found =
        sett_explore (w->explorer, state, size, SETT_EXTENT_FULL);
    uint32_t system_size;
    const unsigned char *system =
        sett_explorer_system (w->explorer, state, size, &system_size);
    w->steps++;
    w->since++;
    if (w->relations &&
        sett_relations_learn (w->relations, system, system_size))
      w->since = 0;
    const sett_step *step = choose (w, found);
    if (!step)
      break;
    state = sett_resize (state, size, step->size);
    size = step->size;
    memcpy (state, found->bytes + step->offset, size);
  }
  sett_free (state, size);
}

void sett_sample (sett_explorer *explorer, const unsigned char *initial,
                  uint32_t size, uint32_t effort, sett_packing *packing,
                  sett_relations *relations) {
  const uint32_t times = 1u << (effort < MOST_EFFORT ? effort : MOST_EFFORT);
  walker w = {.explorer = explorer,
              .packing = packing,
              .relations = relations,
              .seed = UINT64_C (0x9e3779b97f4a7c15) * (effort + 1)};
  const double end = sett_watch_now () + MOST_SECONDS * times;
  while (w.since < IN_VAIN * times && w.steps < MOST_STEPS * times &&
         sett_watch_now () < end)
    walk (&w, initial, size);
}
