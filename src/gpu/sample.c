/* Samples: see sample.h.

   Nothing depends on what is met, except how often a search has to begin anew:
   so the walks are short, and always the same. */

#include "gpu/sample.h"

#include "base/memory.h"

#include <string.h>

enum { WALKS = 20, STEPS = 200 };

/* xorshift64* */
static uint64_t draw (uint64_t *seed) {
  *seed ^= *seed >> 12;
  *seed ^= *seed << 25;
  *seed ^= *seed >> 27;
  return *seed * UINT64_C (0x2545f4914f6cdd1d);
}

/* One of the next states, by chance; null: there is none. */
static const sett_step *choose (const sett_sink *found, uint64_t *seed) {
  const uint32_t first =
      found->count ? (uint32_t)(draw (seed) % found->count) : 0;
  for (uint32_t i = 0; i < found->count; i++) {
    const sett_step *step = &found->steps[(first + i) % found->count];
    if (step->size)
      return step;
  }
  return NULL;
}

static void include_all (const sett_sink *found, sett_packing *packing) {
  for (uint32_t i = 0; i < found->count; i++)
    if (found->steps[i].size)
      sett_packing_include (packing, found->bytes + found->steps[i].offset,
                            found->steps[i].size);
}

static void walk (sett_expander *expander, const unsigned char *initial,
                  uint32_t size, uint64_t *seed, sett_packing *packing) {
  unsigned char *state = sett_alloc (size);
  memcpy (state, initial, size);
  for (int i = 0; i < STEPS; i++) {
    const sett_sink *found = sett_expand (expander, state, size);
    const sett_step *step = choose (found, seed);
    include_all (found, packing);
    if (!step)
      break;
    state = sett_resize (state, size, step->size);
    size = step->size;
    memcpy (state, found->bytes + step->offset, size);
  }
  sett_free (state, size);
}

void sett_sample (sett_expander *expander, const unsigned char *initial,
                  uint32_t size, sett_packing *packing) {
  uint64_t seed = UINT64_C (0x9e3779b97f4a7c15);
  for (int i = 0; i < WALKS; i++)
    walk (expander, initial, size, &seed, packing);
}
