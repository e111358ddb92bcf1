/* How fast a search grew: counts at some moments, few however long it takes. */

#ifndef SETT_REPORT_GROWTH_H
#define SETT_REPORT_GROWTH_H

#include <stdint.h>

enum { SETT_GROWTH_SAMPLES = 64 };

typedef struct sett_growth {
  double seconds[SETT_GROWTH_SAMPLES];
  uint64_t counts[SETT_GROWTH_SAMPLES];
  unsigned used, stride, skipped; /* one of `stride` samples is kept */
} sett_growth;

/* A later moment than those before; begins anew if the count is smaller. */
void sett_growth_add (sett_growth *, double seconds, uint64_t count);

/* The share, of all that was counted by then, of the last quarter of the time;
   -1: there are too few samples to tell. */
double sett_growth_of_last_quarter (const sett_growth *, double seconds,
                                    uint64_t count);

#endif
