/* See estimate.h.

   Both guesses err to the same side: walks favour what is near, and branches
   that nobody has come to yet are not counted.  So they are called the least
   that is to be expected. */

#include "cli/estimate.h"

#include "report/units.h"
#include "search/search.h"

#include <math.h>

/* Two digits: more would pretend. */
static uint64_t rounded (double value) {
  const double unit = value < 100 ? 1 : pow (10, floor (log10 (value)) - 1);
  return value > 1e18 ? (uint64_t)1e18
                      : (uint64_t)(round (value / unit) * unit);
}

uint64_t sett_estimate_model (const sett_statistics *s, sett_text *text) {
  if (!s->sampled)
    return 0;
  if (!s->sampled_seen) {
    sett_text_add (text, "far more states than were searched: of ");
    sett_units_count (text, s->sampled);
    sett_text_add (text, " walks by chance none ended in one of them");
    return 0;
  }
  const double share = (double)s->sampled_seen / (double)s->sampled;
  const uint64_t whole = rounded ((double)s->states / share);
  sett_text_add (text, "about ");
  sett_units_count (text, whole);
  sett_text_addf (text, " states, perhaps many more: %.*f %% of ",
                  share < 0.1 ? 1 : 0, 100 * share);
  sett_units_count (text, s->sampled);
  sett_text_add (text, " walks by chance ended in one that was searched (they "
                       "favour what is near)");
  return whole;
}

uint64_t sett_estimate_program (uint64_t executions, double progress,
                                sett_text *text) {
  enum { FEW = 16 };
  if (progress <= 0 || executions < FEW)
    return 0;
  const uint64_t whole = rounded ((double)executions / progress);
  sett_text_add (text, "about ");
  sett_units_count (text, whole);
  sett_text_addf (text,
                  " executions, perhaps many more: %.*g %% of the branches "
                  "that are known by now are done",
                  2, 100 * progress);
  return whole;
}

void sett_estimate_growth (const sett_growth *growth, double seconds,
                           uint64_t count, const char *unit, sett_text *text) {
  const double share = sett_growth_of_last_quarter (growth, seconds, count);
  if (share < 0)
    return;
  sett_text_addf (text,
                  "the last quarter of the time brought %.0f %% of the %s%s",
                  100 * share, unit,
                  share < 0.15   ? ": it slows down"
                  : share > 0.35 ? ": it goes faster and faster"
                                 : "");
}
