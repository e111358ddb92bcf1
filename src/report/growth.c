/* See growth.h.  When the room is used up, every second sample goes. */

#include "report/growth.h"

static void thin_out (sett_growth *g) {
  for (unsigned i = 0; i < SETT_GROWTH_SAMPLES / 2; i++) {
    g->seconds[i] = g->seconds[2 * i + 1];
    g->counts[i] = g->counts[2 * i + 1];
  }
  g->used = SETT_GROWTH_SAMPLES / 2;
  g->stride *= 2;
}

void sett_growth_add (sett_growth *g, double seconds, uint64_t count) {
  if (g->used && count < g->counts[g->used - 1])
    *g = (sett_growth){0};
  if (!g->stride)
    g->stride = 1;
  if (++g->skipped < g->stride)
    return;
  g->skipped = 0;
  g->seconds[g->used] = seconds;
  g->counts[g->used] = count;
  if (++g->used == SETT_GROWTH_SAMPLES)
    thin_out (g);
}

/* Between two samples it is taken to be steady. */
static double count_at (const sett_growth *g, double moment) {
  double before = 0, then = 0;
  for (unsigned i = 0; i < g->used; i++) {
    if (g->seconds[i] >= moment) {
      const double width = g->seconds[i] - before;
      const double share = width > 0 ? (moment - before) / width : 1;
      return then + share * ((double)g->counts[i] - then);
    }
    before = g->seconds[i];
    then = (double)g->counts[i];
  }
  return then;
}

double sett_growth_of_last_quarter (const sett_growth *g, double seconds,
                                    uint64_t count) {
  enum { FEW = 4 };
  if (g->used < FEW || !count || seconds <= 0)
    return -1;
  const double then = count_at (g, 0.75 * seconds);
  return then < (double)count ? 1 - then / (double)count : 0;
}
