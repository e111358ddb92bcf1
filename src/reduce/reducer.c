/* What the reductions share of a reducer: see reducer.h.  What always holds: a
   state whose positions were not known before is noted, in order; while ways
   are recorded each step that is delivered has its origin. */

#include "reduce/reducer.h"

#include "base/assert.h"

#include <string.h>

void sett_experience_note (sett_experience *e, const unsigned char *state,
                           uint32_t size) {
  const sett_leg met = {SETT_NO_LEG, size, sett_alloc (size)};
  memcpy (met.state, state, size);
  SETT_PUSH (e->first_met, met);
}

void sett_experience_release (sett_experience *e) {
  for (size_t i = 0; i < e->first_met.count; i++)
    sett_free (e->first_met.at[i].state, e->first_met.at[i].size);
  SETT_RELEASE (e->first_met);
  sett_memo_release (&e->choices);
}

void sett_reducer_look (sett_reducer *r, const unsigned char *state,
                        uint32_t size) {
  r->state = state;
  r->size = size;
  const uint32_t known = sett_dependency_positions (r->dependency);
  r->count = sett_dependency_locate (r->dependency, state, size, r->at);
  if (sett_dependency_positions (r->dependency) != known)
    sett_experience_note (r->experience, state, size);
  SETT_ASSERT (r->count <= SETT_MOST_PROCESSES);
}

const sett_sink *sett_reducer_all (sett_reducer *r) {
  const sett_sink *sink = sett_expand (r->expander, r->state, r->size);
  r->stuck = sett_expand_stuck (r->expander);
  return sink;
}

void sett_reducer_deliver (sett_reducer *r, const sett_step *step,
                           const unsigned char *state, uint32_t origin) {
  sett_sink *out = &r->out;
  SETT_ASSERT (origin == SETT_NO_LEG || origin < r->legs.count);
  out->room (out, step->size);
  sett_step *last = &out->steps[out->count++];
  *last = *step;
  last->holder = SETT_NO_PROCESS;
  last->offset = out->bytes_used;
  if (step->size)
    memcpy (out->bytes + out->bytes_used, state, step->size);
  out->bytes_used += step->size;
  if (r->recording)
    SETT_PUSH (r->origins, origin);
  SETT_ASSERT (!r->recording || r->origins.count == out->count);
}

uint32_t sett_reducer_note (sett_reducer *r, const unsigned char *state,
                            uint32_t size, uint32_t parent) {
  SETT_ASSERT (parent == SETT_NO_LEG || parent < r->legs.count);
  if (!r->recording)
    return SETT_NO_LEG;
  const sett_leg leg = {parent, size, sett_alloc (size)};
  memcpy (leg.state, state, size);
  SETT_PUSH (r->legs, leg);
  return (uint32_t)r->legs.count - 1;
}
