/* Is it worth looking for something that is seldom found?

   In models where a way to reduce hardly ever helps it is tried in one state
   of sixteen only, and where it has not helped at all lately, in one of 128
   (the pause; reduce.c rests for so long if nothing else helps either).  What
   is not tried is explored in full, which is always right. */

#ifndef SETT_REDUCE_BACKOFF_H
#define SETT_REDUCE_BACKOFF_H

#include <stdint.h>

#define SETT_BACKOFF_PAUSE 128u
#define SETT_BACKOFF_LEARNS 384u /* times that everything is tried at first */

typedef struct sett_backoff {
  uint32_t tried, helped, skipped; /* lately */
} sett_backoff;

static inline int sett_backoff_tries (sett_backoff *backoff) {
  if (backoff->tried >= 4096) {
    backoff->tried /= 2;
    backoff->helped /= 2;
  }
  return backoff->tried < SETT_BACKOFF_LEARNS ||
         32 * backoff->helped >= backoff->tried ||
         !(++backoff->skipped % (backoff->helped ? 16 : SETT_BACKOFF_PAUSE));
}

/* Has it not helped at all lately? */
static inline int sett_backoff_is_out (const sett_backoff *backoff) {
  return backoff->tried >= SETT_BACKOFF_LEARNS && !backoff->helped;
}

/* The pause is over: the next time it is tried. */
static inline void sett_backoff_wake (sett_backoff *backoff) {
  backoff->skipped = SETT_BACKOFF_PAUSE - 1;
}

static inline void sett_backoff_note (sett_backoff *backoff, int helped) {
  backoff->tried++;
  backoff->helped += (uint32_t)(helped != 0);
}

#endif
