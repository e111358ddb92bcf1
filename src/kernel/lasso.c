/* The verification of runs that a claim accepts: see lasso.h.

   Uses the model's `steps` and `propositions`, and what kernel/claim.c says
   about lassos; shares no code with the searches that it checks.

   A process can move in a stable state if it has a step of its own there; one
   that could only be the receiver of a rendezvous cannot.  In a rendezvous
   both processes move. */

#include "kernel/lasso.h"

#include "base/assert.h"

#include <stdio.h>
#include <string.h>

#define PROCESSES 0x10000u /* a process has 16 bits */

/* The stable states of a path, as a claim reads them. */
typedef struct reading {
  SETT_VECTOR (uint64_t) propositions;
  size_t cycle; /* of a lasso: where the reading goes on */
} reading;

static int is_stable (const sett_path_step *step) {
  return step->state && step->step.holder == SETT_NO_PROCESS;
}

static reading read_states (sett_model *model, const sett_path *path) {
  SETT_ASSERT (path->steps.count);
  reading r = {{0}, 0};
  for (size_t i = 0; i < path->steps.count; i++) {
    const sett_path_step *step = &path->steps.at[i];
    if (!is_stable (step))
      continue;
    if (i == path->cycle)
      r.cycle = r.propositions.count;
    SETT_PUSH (r.propositions,
               model->propositions (model, step->state, step->step.size));
  }
  return r;
}

/*------------------------------------------------------------------------*/
/* Paths that are no lassos. */

/* Moves the claim from all states in `now` to those in `next`; true if a final
   one is among them. */
static int advance (const sett_claim *claim, uint64_t propositions,
                    const unsigned char *now, unsigned char *next) {
  int final = 0;
  memset (next, 0, claim->states.count);
  for (size_t q = 0; q < claim->states.count; q++) {
    const sett_claim_state *state = &claim->states.at[q];
    for (size_t e = 0; now[q] && e < state->edges.count; e++)
      if (sett_claim_edge_holds (&state->edges.at[e], propositions)) {
        next[state->edges.at[e].target] = 1;
        final |= claim->states.at[state->edges.at[e].target].final;
      }
  }
  return final;
}

/* Can the claim be in a final state before or after it has read them all?  If
   the run ends, it reads the last one again and again, or not at all. */
static int reaches_final (const sett_claim *claim, const reading *r, int ends) {
  const size_t count = claim->states.count;
  SETT_ASSERT (count);
  unsigned char *sets = sett_zalloc (2, count);
  int final = claim->states.at[0].final;
  sets[0] = 1;
  const size_t last = r->propositions.count - 1;
  SETT_ASSERT (r->propositions.count);
  const size_t reads = !ends ? last + 1 : claim->endless ? last : last + count;
  for (size_t i = 0; i < reads && !final; i++)
    final = advance (claim, r->propositions.at[i < last ? i : last],
                     sets + i % 2 * count, sets + (i + 1) % 2 * count);
  sett_free (sets, 2 * count);
  return final;
}

/*------------------------------------------------------------------------*/
/* Lassos. */

static int same_state (const sett_path_step *a, const sett_path_step *b) {
  return a->step.size == b->step.size &&
         !memcmp (a->state, b->state, a->step.size);
}

static uint32_t count_steps (sett_model *model, const sett_path_step *from) {
  sett_sink sink;
  sett_sink_init (&sink);
  model->steps (model, from->state, from->step.size, SETT_NO_PROCESS, &sink);
  const uint32_t count = sink.count;
  sett_sink_release (&sink);
  return count;
}

static const char *verify_shape (sett_model *model, const sett_claim *claim,
                                 const sett_path *path) {
  const size_t last = path->steps.count - 1;
  if (path->cycle > last || !is_stable (&path->steps.at[path->cycle]))
    return "the cycle does not begin in a stable state";
  if (path->cycle == last && claim->endless)
    return "the run ends, and runs that end do not count";
  if (path->cycle == last)
    return count_steps (model, &path->steps.at[last])
               ? "the run can go on where it is said to end"
               : NULL;
  return same_state (&path->steps.at[path->cycle], &path->steps.at[last])
             ? NULL
             : "the cycle does not lead back to its beginning";
}

static int is_accepted (const sett_claim *claim, const sett_path *path,
                        const reading *r) {
  const size_t back = path->cycle + 1 < path->steps.count; /* is read again */
  return sett_claim_accepts (claim, r->propositions.at,
                             r->propositions.count - back, r->cycle);
}

/* Counts, for each process, the stable states in which it can move. */
static void count_able (sett_model *model, const sett_path_step *at,
                        unsigned state, unsigned *able, sett_sink *sink) {
  sett_sink_clear (sink);
  model->steps (model, at->state, at->step.size, SETT_NO_PROCESS, sink);
  for (uint32_t i = 0; i < sink->count; i++) {
    unsigned *count = &able[sink->steps[i].process];
    *count += *count == state;
  }
}

static void note_moves (const sett_step *step, unsigned *able) {
  if (step->transition == SETT_YIELD)
    return;
  able[step->process] = UINT32_MAX;
  if (step->partner != SETT_NO_PROCESS)
    able[step->partner] = UINT32_MAX;
}

/* A process that could move in each state, and does not; or SETT_NO_PROCESS.
   able[p] is the number of the first states in all of which p can move, or
   UINT32_MAX if p moves. */
static unsigned find_starving (sett_model *model, const sett_path *path) {
  unsigned *able = sett_zalloc (PROCESSES, sizeof *able);
  unsigned states = 0;
  unsigned starving = 0;
  sett_sink sink;
  sett_sink_init (&sink);
  for (size_t i = path->cycle + 1; i < path->steps.count; i++) {
    const sett_path_step *step = &path->steps.at[i];
    if (is_stable (step))
      count_able (model, step, states++, able, &sink);
  }
  for (size_t i = path->cycle + 1; i < path->steps.count; i++)
    note_moves (&path->steps.at[i].step, able);
  while (starving < SETT_NO_PROCESS && (!states || able[starving] != states))
    starving++;
  sett_sink_release (&sink);
  sett_free (able, PROCESSES * sizeof *able);
  return starving;
}

static const char *verify_fairness (sett_model *model, const sett_path *path,
                                    char message[200]) {
  const unsigned starving = find_starving (model, path);
  if (starving == SETT_NO_PROCESS)
    return NULL;
  snprintf (message, 200,
            "process %u can always move in the cycle and does not", starving);
  return message;
}

const char *sett_lasso_verify (sett_model *model, const sett_path *path,
                               const sett_claim *claim, int fair,
                               char message[200]) {
  const char *wrong = sett_path_verify_steps (model, path, message);
  if (wrong)
    return wrong;
  const sett_path_step *last = &path->steps.at[path->steps.count - 1];
  if (!is_stable (last))
    return "the path does not end in a stable state";
  if (path->lasso && (wrong = verify_shape (model, claim, path)))
    return wrong;
  reading r = read_states (model, path);
  const int ends = !count_steps (model, last);
  const int accepted = path->lasso ? is_accepted (claim, path, &r)
                                   : reaches_final (claim, &r, ends);
  SETT_RELEASE (r.propositions);
  if (!accepted)
    return "the claim does not accept the run";
  return fair && path->lasso ? verify_fairness (model, path, message) : NULL;
}
