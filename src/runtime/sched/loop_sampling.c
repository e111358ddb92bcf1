/* Which places are worth looking at as heads of loops: see loop_sampling.h.
   Lives from one execution to the next. */

#include "runtime/sched/loop_sampling.h"

#include "base/assert.h"

enum {
  PLACES = 256,
  PATIENCE = 16, /* so many times it is always looked at... */
  LONGEST = 1023,/* ...and later after at most so many that are left out... */
  TOGETHER = 4,  /* ...so many times in a row: to see a round takes two */
};

typedef struct loop_place {
  uintptr_t place;
  uint64_t execution;
  uint64_t visitors; /* threads that were there in it, modulo 64 */
  uint32_t misses;
  uint16_t left_out; /* so many visits more are not looked at */
  uint8_t repeats;   /* some thread has come there twice */
} loop_place;

/* A place that falls on the slot of another one takes it. */
static loop_place places[PLACES];
static uint64_t execution; /* the number of the present one */

static loop_place *slot_of (uintptr_t place) {
  return &places[(place ^ place >> 8 ^ place >> 16) % PLACES];
}

/* Has this thread been here before, in this execution? */
static int comes_again (loop_place *p, unsigned thread) {
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

int sett_loop_sampling_wants (uintptr_t place, unsigned thread) {
  loop_place *p = slot_of (place);
  if (p->place != place)
    *p = (loop_place){.place = place, .execution = execution};
  if (!p->repeats)
    p->repeats = (uint8_t)comes_again (p, thread);
  if (!p->repeats)
    return 0;
  if (!p->left_out)
    return 1;
  p->left_out--;
  return 0;
}

int sett_loop_sampling_missed (uintptr_t place) {
  loop_place *p = slot_of (place);
  const uint32_t pause = p->misses / PATIENCE;
  if (p->place != place)
    return 0;
  p->misses++;
  if (p->misses % TOGETHER || !pause)
    return 0;
  p->left_out = (uint16_t)(pause < LONGEST ? pause : LONGEST);
  return 1;
}
