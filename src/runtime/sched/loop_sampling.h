/* Which places are worth looking at as heads of loops (vain.h).

   To compare a thread with what it was the last time it came to a place costs
   more than most operations.  As long as no loop was seen that goes round in
   vain, most places need not be looked at: those that nobody comes to twice in
   an execution, and most of the times those where threads were found to have
   gone on again and again.  A loop that waits busily comes round often enough
   to be met.

   This decides only when such a loop is seen for the first time, and so how
   much is explored before the search begins anew, knowing of it; not what is
   explored then.
 */

#ifndef SETT_RUNTIME_LOOP_SAMPLING_H
#define SETT_RUNTIME_LOOP_SAMPLING_H

#include <stdint.h>

/* Another execution begins. */
void sett_loop_sampling_begin (void);

typedef struct sett_loop_place {
  uintptr_t place;
  uint64_t execution;
  uint64_t visitors; /* threads that were there in it, modulo 64 */
  uint32_t misses;
  uint16_t left_out; /* so many visits more are not looked at */
  uint8_t repeats;   /* some thread has come there twice */
} sett_loop_place;

/* A place that falls on the slot of another one takes it. */
#define SETT_LOOP_PLACES 256
extern sett_loop_place sett_loop_places[SETT_LOOP_PLACES]
    __attribute__ ((visibility ("hidden")));

static inline sett_loop_place *sett_loop_place_of (uintptr_t place) {
  return &sett_loop_places[(place ^ place >> 8 ^ place >> 16) %
                           SETT_LOOP_PLACES];
}

/* The thread has come to this place: is it looked at? */
int sett_loop_sampling_decide (uintptr_t place, unsigned thread);
static inline int sett_loop_sampling_wants (uintptr_t place, unsigned thread) {
  sett_loop_place *p = sett_loop_place_of (place);
  if (p->place != place || !p->left_out)
    return sett_loop_sampling_decide (place, thread);
  p->left_out--;
  return 0;
}

/* It was looked at, and has not gone round in vain.  True: the place need not
   be looked at for a while. */
int sett_loop_sampling_missed (uintptr_t place);

#endif
