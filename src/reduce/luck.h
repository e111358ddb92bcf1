/* Is it worth looking for something that is seldom found?

   In models where a way to reduce hardly ever helps it is tried in one state
   of sixteen only, and where it has not helped at all lately, in one of 128
   (the pause; reduce.c rests for so long if nothing else helps either).  What
   is not tried is explored in full, which is always right. */

#ifndef SETT_REDUCE_LUCK_H
#define SETT_REDUCE_LUCK_H

#include <stdint.h>

#define SETT_LUCK_PAUSE 128u
#define SETT_LUCK_LEARNS 512u /* times that everything is tried at first */

typedef struct sett_luck {
  uint32_t tried, helped, skipped; /* lately */
} sett_luck;

static inline int sett_luck_tries (sett_luck *luck) {
  if (luck->tried >= 4096) {
    luck->tried /= 2;
    luck->helped /= 2;
  }
  return luck->tried < SETT_LUCK_LEARNS || 32 * luck->helped >= luck->tried ||
         !(++luck->skipped % (luck->helped ? 16 : SETT_LUCK_PAUSE));
}

/* Has it not helped at all lately? */
static inline int sett_luck_is_out (const sett_luck *luck) {
  return luck->tried >= SETT_LUCK_LEARNS && !luck->helped;
}

/* The pause is over: the next time it is tried. */
static inline void sett_luck_wake (sett_luck *luck) {
  luck->skipped = SETT_LUCK_PAUSE - 1;
}

static inline void sett_luck_note (sett_luck *luck, int helped) {
  luck->tried++;
  luck->helped += (uint32_t)(helped != 0);
}

#endif
