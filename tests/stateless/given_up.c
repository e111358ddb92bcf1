/* Parts that are given up and divided anew: see given_up.h. */

#include "given_up.h"

#include "base/hash.h"

#include <string.h>

given_up_state given_up;

int given_up_now (sett_stateless *s, const sett_log *log, uint64_t seed) {
  const uint64_t part = sett_stateless_part (s);
  if (given_up.made >= given_up.most || given_up.count < given_up.made)
    return 0;
  given_up.executions = part == given_up.part ? given_up.executions + 1 : 1;
  if (given_up.executions == 1 && seed % 2) { /* not much is known of it */
    given_up_release ();
  }
  given_up.part = part;
  sett_observed_learn (&given_up.seen, log);
  const uint64_t chance = sett_mix64 (seed * 16 + given_up.made);
  return given_up.executions == 2 + chance % 3 &&
         sett_stateless_give_up (s, &given_up.seen, 2 + chance % 5);
}

static int is_given_up (uint64_t part) {
  for (uint32_t i = 0; i < given_up.count; i++)
    if (given_up.eras[i] == given_up.era && given_up.at[i].part == part)
      return 1;
  return 0;
}

uint64_t given_up_claim (void *context) {
  given_up_share *s = context;
  uint64_t part;
  for (part = s->number; part < s->found; part = s->number)
    if ((s->number += 2) && !is_given_up (part))
      return part;
  for (uint32_t i = 0; i < given_up.count; i++)
    while (given_up.eras[i] == given_up.era &&
           given_up.next[i] < given_up.at[i].part_count) {
      part = SETT_PART_IN (i, given_up.next[i]++);
      if (!is_given_up (part))
        return part;
    }
  return SETT_NO_PART;
}

void given_up_note (void *context, const sett_division *v) {
  (void)context;
  given_up.eras[given_up.made] = given_up.era;
  given_up.at[given_up.made++] = *v;
  given_up.count = given_up.made;
  given_up.all++;
}

/* The divisions that there are in an era, and what of them was before. */
void given_up_begin_era (sett_stateless_pool *pool, uint32_t era) {
  given_up.era = era;
  given_up.count = pool->old_divisions = 0;
  memset (given_up.next, 0, sizeof given_up.next);
  for (uint32_t i = 0; i < given_up.made; i++) {
    given_up.count += given_up.eras[i] <= era;
    pool->old_divisions += given_up.eras[i] < era;
  }
}

void given_up_release (void) {
  sett_observed_release (&given_up.seen);
  given_up.seen = (sett_observed){0};
}
