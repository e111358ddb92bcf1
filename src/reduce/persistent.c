/* Persistent sets by Godefroid's Algorithm 2 (Overman), over static upper
   bounds of what each process may still do.

   A set of processes is grown from one: when a process of the set has a
   transition at its position, possible or not, that something a process
   outside may still do interferes with, that process joins.  The steps of all
   processes of the set are a persistent set. */

#include "base/assert.h"
#include "reduce/reducer.h"

#include <string.h>

typedef unsigned char process_set[SETT_MOST_PROCESSES];

static int interferes (sett_reducer *r, unsigned i, unsigned j) {
  const sett_pair *pair =
      sett_dependency_pair (r->dependency, r->at[i], r->at[j]);
  return r->at[i]->wild || pair->disturbed || pair->enabled;
}

static void grow (sett_reducer *r, unsigned seed, process_set in) {
  unsigned todo[SETT_MOST_PROCESSES], count = 0;
  memset (in, 0, r->count);
  in[seed] = 1;
  SETT_ASSERT (seed < r->count);
  todo[count++] = seed;
  while (count) {
    const unsigned i = todo[--count];
    SETT_ASSERT (i < r->count && in[i]);
    for (unsigned j = 0; j < r->count; j++)
      if (!in[j] && interferes (r, i, j)) {
        in[j] = 1;
        todo[count++] = j;
      }
  }
}

static uint32_t choose (const process_set in, const sett_sink *steps,
                        sett_step *chosen) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < steps->count; k++)
    if (in[steps->steps[k].process])
      chosen[count++] = steps->steps[k];
  SETT_ASSERT (count <= steps->count);
  return count;
}

/* Are these plain steps: without violations that end a run, and not at a
   timeout, when each of them makes the others impossible? */
static int are_plain (const sett_reducer *r, const sett_sink *steps) {
  for (uint32_t k = 0; k < steps->count; k++) {
    const sett_step *step = &steps->steps[k];
    const sett_position *at = r->at[step->process];
    SETT_ASSERT (step->process < r->count);
    const unsigned number = sett_position_find (at, step->transition);
    if (!step->size || number == SETT_MOST_BRANCHES ||
        at->waiting >> number & 1)
      return 0;
  }
  return 1;
}

sett_sink *sett_persistent_filter (sett_reducer *r) {
  process_set in;
  sett_sink *steps =
      sett_expand_steps (r->expander, r->state, r->size, SETT_NO_PROCESS);
  r->stuck = !steps->count;
  if (!steps->count || !are_plain (r, steps))
    return NULL;
  const size_t bytes = steps->count * sizeof (sett_step);
  sett_step *best = sett_alloc (bytes), *chosen = sett_alloc (bytes);
  uint32_t fewest = steps->count;
  for (unsigned seed = r->count; seed-- && fewest > 1;) {
    grow (r, seed, in);
    const sett_sink some = {.steps = chosen,
                            .count = choose (in, steps, chosen)};
    if (some.count && some.count < fewest && sett_ample_suits (r, &some)) {
      fewest = some.count;
      memcpy (best, chosen, fewest * sizeof *best);
    }
  }
  const int found = fewest < steps->count;
  if (found) {
    memcpy (steps->steps, best, fewest * sizeof *best);
    SETT_ASSERT (fewest && fewest < steps->count);
    steps->count = fewest;
  }
  sett_free (best, bytes);
  sett_free (chosen, bytes);
  return found ? steps : NULL;
}

const sett_sink *sett_persistent_select (sett_reducer *r) {
  const sett_sink *steps = sett_persistent_filter (r);
  return steps ? sett_ample_close (r, steps) : NULL;
}

void sett_party_filter (sett_sink *steps, const sett_party *party) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < steps->count; k++)
    if (party->processes >> steps->steps[k].process & 1)
      steps->steps[kept++] = steps->steps[k];
  SETT_ASSERT (kept <= steps->count);
  steps->count = kept;
}

unsigned sett_persistent_parties (sett_reducer *r, sett_party parties[64]) {
  SETT_ASSERT (r->count <= 64);
  process_set in;
  unsigned count = 0;
  const sett_sink *steps =
      sett_expand_steps (r->expander, r->state, r->size, SETT_NO_PROCESS);
  if (!are_plain (r, steps))
    return 0;
  for (unsigned seed = 0; seed < r->count; seed++) {
    sett_party party = {0};
    grow (r, seed, in);
    for (unsigned i = 0; i < r->count; i++)
      party.processes |= (uint64_t)in[i] << i;
    for (uint32_t k = 0; k < steps->count; k++)
      party.steps += in[steps->steps[k].process];
    if (party.steps)
      parties[count++] = party;
  }
  SETT_ASSERT (count <= 64);
  return count;
}
