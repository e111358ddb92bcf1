/* Ample sets: all steps of one process, when nobody else can interfere.

   The steps of process i in state s are an ample set (C1) if in every run from
   s in which i does not move, nothing that happens depends on them, and no
   other transition of i becomes possible.  It suffices that no process can do,
   from its position on, anything that disturbs a transition of i that is
   possible, or enables one that is not. */

#include "kernel/violation.h"
#include "base/assert.h"
#include "base/mutant.h"
#include "reduce/check_reduce.h"
#include "reduce/reduce_mutant.h"
#include "reduce/reducer.h"

#include <string.h>

uint64_t sett_ample_candidates (sett_reducer *r) {
  return r->count > 64
             ? ~(uint64_t)0
             : sett_dependency_candidates (r->dependency, r->at, r->count);
}

/* The set of transitions that have steps; ~0 if one is unknown. */
static uint64_t possible (const sett_position *mine, const sett_sink *steps) {
  uint64_t set = 0;
  for (uint32_t k = 0; k < steps->count; k++) {
    const unsigned number =
        sett_position_find (mine, steps->steps[k].transition);
    SETT_ASSERT (number <= SETT_MOST_BRANCHES);
    if (number == SETT_MOST_BRANCHES)
      return ~(uint64_t)0;
    set |= (uint64_t)1 << number;
  }
  return set;
}

/* May a transition that is not possible become so by what another does? */
static int may_be_enabled (const sett_position *mine, const sett_pair *pair,
                           uint64_t can, uint64_t cannot) {
  for (uint64_t open = pair->enabled & cannot; open; open &= open - 1) {
    const unsigned number = (unsigned)__builtin_ctzll (open);
    if (!(mine->rivals[number] & can) || pair->enabled_still >> number & 1)
      return 1;
  }
  return 0;
}

int sett_ample_is_undisturbed (sett_reducer *r, unsigned i, uint64_t can) {
  const sett_position *mine = r->at[i];
  SETT_ASSERT (i < r->count);
  const uint64_t cannot =
      SETT_MUTANT (r->reduction.mutant) == SETT_MUTANT_GREEDY
          ? 0
          : mine->all & ~can;
  if (can & ~mine->all || can & mine->wild)
    return 0;
  for (unsigned j = 0; j < r->count; j++) {
    if (j == i)
      continue;
    const sett_pair *pair =
        sett_dependency_pair (r->dependency, mine, r->at[j]);
    if (pair->disturbed & can || may_be_enabled (mine, pair, can, cannot))
      return 0;
  }
  return 1;
}

sett_sink *sett_ample_steps (sett_reducer *r, unsigned i) {
  sett_sink *steps = sett_expand_steps (r->expander, r->state, r->size, i);
  SETT_ASSERT (i < r->count);
  if (!steps->count ||
      !sett_ample_is_undisturbed (r, i, possible (r->at[i], steps)))
    return NULL;
  return steps;
}

/* Without a proviso anything goes; with the static one a step that closes no
   loop must be among them; with a claim, and with sleep sets (that step might
   be asleep), none that does. */
static int proviso_holds (const sett_reducer *r, uint32_t loops,
                          uint32_t count) {
  if (r->reduction.proviso != SETT_PROVISO_STATIC ||
      SETT_MUTANT (r->reduction.mutant) == SETT_MUTANT_NO_PROVISO)
    return 1;
  return r->reduction.keeps_order || r->reduction.sleeps ? !loops
                                                         : loops < count;
}

int sett_ample_suits (sett_reducer *r, const sett_sink *steps) {
  uint32_t loops = 0;
  for (uint32_t k = 0; k < steps->count; k++) {
    const sett_step *step = &steps->steps[k];
    const sett_position *mine = r->at[step->process];
    SETT_ASSERT (step->process < r->count);
    const unsigned number = sett_position_find (mine, step->transition);
    if (!step->size || number == SETT_MOST_BRANCHES)
      return 0;
    if (mine->waiting >> number & 1) /* whatever moves may end the timeout */
      return 0;
    loops += mine->sticky >> number & 1;
    if (r->reduction.keeps_order && mine->visible >> number & 1 &&
        SETT_MUTANT (r->reduction.mutant) != SETT_MUTANT_BLIND)
      return 0;
    if (r->reduction.fair &&
        SETT_MUTANT (r->reduction.mutant) != SETT_MUTANT_INDISCREET &&
        !sett_discreet (r, step->process, number))
      return 0;
  }
  return proviso_holds (r, loops, steps->count);
}

const sett_sink *sett_ample_close (sett_reducer *r, const sett_sink *steps) {
  const int checks = r->checker && !r->recording;
  if (checks)
    sett_reduce_checker_note (r->checker, steps);
  const sett_sink *sink = sett_expand_close (r->expander);
  uint32_t states = 0;
  for (uint32_t k = 0; k < sink->count; k++) {
    states += sink->steps[k].size != 0;
    if (!sink->steps[k].size &&
        sink->steps[k].violation != SETT_VIOLATION_ASSERTION)
      return NULL;
  }
  if (states && checks)
    sett_reduce_checker_test (r->checker, r->state, r->size);
  return states ? sink : NULL;
}

/* The processes to ask for an ample set. */
typedef struct candidates {
  uint64_t set; /* of up to 64 processes: as far as positions tell */
  unsigned char moves[SETT_MOST_PROCESSES]; /* of more: those that have steps */
} candidates;

/* Each question costs as much as there are processes: where these are many,
   most have ended or wait, and one question about all of them finds the others.
 */
static unsigned find_candidates (sett_reducer *r, candidates *c) {
  c->set = sett_ample_candidates (r);
  if (r->count <= 64)
    return c->set ? r->count : 0;
  const sett_sink *steps =
      sett_expand_steps (r->expander, r->state, r->size, SETT_NO_PROCESS);
  memset (c->moves, 0, r->count);
  for (uint32_t k = 0; k < steps->count; k++)
    c->moves[steps->steps[k].process] = 1;
  return r->count;
}

/* The steps of a process that is a candidate, if they are an ample set. */
static sett_sink *candidate_steps (sett_reducer *r, const candidates *c,
                                   unsigned i) {
  const int is_one = r->count > 64 ? c->moves[i] : (int)(c->set >> i & 1);
  return is_one ? sett_ample_steps (r, i) : NULL;
}

const sett_sink *sett_ample_select (sett_reducer *r) {
  candidates c;
  for (unsigned i = find_candidates (r, &c); i--;) {
    const sett_sink *steps = candidate_steps (r, &c, i);
    if (steps && sett_ample_suits (r, steps) &&
        (steps = sett_ample_close (r, steps)))
      return steps;
  }
  return NULL;
}

const sett_sink *sett_ample_best (sett_reducer *r) {
  candidates c;
  uint32_t fewest = UINT32_MAX;
  unsigned best = 0;
  for (unsigned i = find_candidates (r, &c); i--;) {
    const sett_sink *steps = candidate_steps (r, &c, i);
    if (!steps || steps->count >= fewest || !sett_ample_suits (r, steps))
      continue;
    fewest = steps->count;
    SETT_ASSERT (steps->count);
    best = i;
    if (fewest == 1 && (steps = sett_ample_close (r, steps)))
      return steps;
  }
  if (fewest == UINT32_MAX || fewest == 1)
    return NULL;
  return sett_ample_close (
      r, sett_expand_steps (r->expander, r->state, r->size, best));
}

const sett_sink *sett_ample_single (sett_reducer *r) {
  candidates c;
  for (unsigned i = find_candidates (r, &c); i--;) {
    const sett_sink *steps = candidate_steps (r, &c, i);
    if (steps && steps->count == 1 && sett_ample_suits (r, steps) &&
        (steps = sett_ample_close (r, steps)) && steps->count == 1 &&
        !steps->steps[0].violation)
      return steps;
  }
  return NULL;
}
