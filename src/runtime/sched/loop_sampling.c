/* Which places are worth looking at as heads of loops: see loop_sampling.h.
   Lives from one execution to the next. */

#include "runtime/sched/loop_sampling.h"

#include "base/assert.h"

enum {
  PATIENCE = 16,  /* so many times it is always looked at... */
  LONGEST = 1023, /* ...and later after at most so many that are left out... */
  TOGETHER = 4,   /* ...so many times in a row: to see a round takes two */
};

sett_loop_place sett_loop_places[SETT_LOOP_PLACES];
static uint64_t execution; /* the number of the present one */

/* Has this thread been here before, in this execution? */
static int comes_again (sett_loop_place *p, unsigned thread) {
  const uint64_t bit = (uint64_t)1 << thread % 64;
  if (p->execution != execution) {
    p->execution = execution;
    p->visitors = 0;
  }
  const int again = (p->visitors & bit) != 0;
  p->visitors |= bit;
  return again;
}

void sett_loop_sampling_begin (void) {
  execution++;
}

int sett_loop_sampling_decide (uintptr_t place, unsigned thread) {
  sett_loop_place *p = sett_loop_place_of (place);
  if (p->place != place)
    *p = (sett_loop_place){.place = place, .execution = execution};
  if (!p->repeats)
    p->repeats = (uint8_t)comes_again (p, thread);
  return p->repeats;
}

int sett_loop_sampling_missed (uintptr_t place) {
  sett_loop_place *p = sett_loop_place_of (place);
  const uint32_t pause = p->misses / PATIENCE;
  if (p->place != place)
    return 0;
  p->misses++;
  if (p->misses % TOGETHER || !pause)
    return 0;
  p->left_out = (uint16_t)(pause < LONGEST ? pause : LONGEST);
  return 1;
}
