/* Two-phase: first each process in turn is run as long as it is deterministic
   (its steps are an ample set of one); then everything is explored.

   A process is stopped when it comes back to a state of this phase, so that
   the phase ends; and since everything is explored in the state in which it
   ends, nothing is put off for ever: no proviso is needed.  (With the static
   one a phase ends before a step that closes a loop, and so comes to an end
   without a look at the states that it has passed: that is for devices.)

   The states of a phase are stored, and need not be explored.  Where phases are
   *whole* they are not stored; nor are they with claims.

   With selective caching only the states in which a phase ends are stored:
   everything is explored in them, and each successor goes through its own
   first phase before the search sees it. */

#include "base/assert.h"
#include "reduce/reducer.h"

#include <string.h>
#include <xxhash.h>

typedef struct phase {
  sett_reducer *reducer;
  sett_state_list *states; /* of this phase */
  SETT_VECTOR (uint64_t) hashes;
} phase;

static phase begin (sett_reducer *r) {
  sett_state_list_clear (&r->trip);
  return (phase){.reducer = r, .states = &r->trip};
}

static void release (phase *p) {
  SETT_RELEASE (p->hashes);
}

static const unsigned char *state_at (const phase *p, size_t i) {
  SETT_ASSERT (i < p->hashes.count);
  return sett_state_list_at (p->states, i);
}

static uint32_t size_at (const phase *p, size_t i) {
  return p->states->steps.at[i].size;
}

static size_t find (const phase *p, const unsigned char *state, uint32_t size,
                    uint64_t hash) {
  for (size_t i = 0; i < p->hashes.count; i++)
    if (p->hashes.at[i] == hash && size_at (p, i) == size &&
        !memcmp (state_at (p, i), state, size))
      return i;
  return p->hashes.count;
}

static void append (phase *p, const sett_step *step, const unsigned char *state,
                    uint64_t hash, size_t parent) {
  sett_state_list_add (p->states, step, state, (uint32_t)parent);
  SETT_ASSERT (parent <= p->hashes.count);
  SETT_PUSH (p->hashes, hash);
  SETT_ASSERT (p->states->steps.count == p->hashes.count);
}

/* The one step of a deterministic process, or null. */
static const sett_sink *step_of (sett_reducer *r, unsigned i) {
  const sett_sink *steps = sett_ample_steps (r, i);
  if (!steps || steps->count != 1 || !sett_ample_suits (r, steps))
    return NULL;
  steps = sett_ample_close (r, steps);
  return steps && steps->count == 1 && !steps->steps[0].violation ? steps
                                                                  : NULL;
}

/* Runs process i; gives the number of the state in which it stops. */
static size_t run_process (phase *p, unsigned i, size_t at) {
  sett_reducer *r = p->reducer;
  SETT_ASSERT (at < p->hashes.count);
  int moved = 0;
  for (;;) {
    sett_reducer_look (r, state_at (p, at), size_at (p, at));
    const sett_sink *sink = i < r->count ? step_of (r, i) : NULL;
    if (!sink)
      return at;
    const sett_step *step = &sink->steps[0];
    const unsigned char *next = sink->bytes + step->offset;
    const uint64_t hash = XXH3_64bits (next, step->size);
    const size_t known = find (p, next, step->size, hash);
    if (known < p->hashes.count)
      return moved ? known : at;
    moved = 1;
    append (p, step, next, hash, at);
    at = p->hashes.count - 1;
  }
}

/* Gives the number of the last state; the first one is number 0. */
static size_t run_phase (phase *p, const unsigned char *state, uint32_t size) {
  const sett_step here = {.size = size};
  size_t at = 0, before;
  append (p, &here, state, XXH3_64bits (state, size), 0);
  do {
    before = p->hashes.count;
    for (unsigned i = 0; i < SETT_MOST_PROCESSES; i++) {
      at = run_process (p, i, at);
      if (i >= p->reducer->count)
        break;
    }
  } while (p->hashes.count > before);
  SETT_ASSERT (at < p->hashes.count);
  return at;
}

/* Notes the way from the first state of the phase to number `at`, and gives
   the last state before it.  `origin` is where the first state is noted. */
static uint32_t note_way (phase *p, size_t at, uint32_t origin) {
  sett_reducer *r = p->reducer;
  if (!r->recording)
    return SETT_NO_LEG;
  SETT_VECTOR (uint32_t) way = {0};
  SETT_ASSERT (p->states->parents.at[at] < at || !at);
  for (size_t i = p->states->parents.at[at]; i; i = p->states->parents.at[i])
    SETT_PUSH (way, (uint32_t)i);
  while (way.count) {
    const uint32_t i = SETT_POP (way);
    origin = sett_reducer_note (r, state_at (p, i), size_at (p, i), origin);
  }
  SETT_RELEASE (way);
  return origin;
}

static void deliver_state (phase *p, size_t i, uint32_t origin) {
  sett_reducer_deliver (p->reducer, &p->states->steps.at[i], state_at (p, i),
                        origin);
}

/* Delivers a successor after it has gone through its own phase 1. */
static void deliver_moved (sett_reducer *r, const sett_step *step,
                           const unsigned char *state, uint32_t origin) {
  phase p = begin (r);
  const int stuck = r->stuck;
  const size_t end = run_phase (&p, state, step->size);
  r->stuck = stuck;
  if (!end)
    sett_reducer_deliver (r, step, state, origin);
  else {
    sett_step violation = *step;
    violation.size = 0;
    if (step->violation)
      sett_reducer_deliver (r, &violation, NULL, origin);
    const uint32_t first = sett_reducer_note (r, state, step->size, origin);
    deliver_state (&p, end, note_way (&p, end, first));
  }
  release (&p);
}

/* Delivers the successors of the current state.  They are copied, since phases
   use the expander. */
static void deliver_successors (sett_reducer *r, const sett_sink *sink) {
  const uint32_t count = sink->count;
  const size_t bytes = sink->bytes_used + 64;
  sett_step *steps = sett_alloc (count * sizeof *steps + 1);
  unsigned char *states = sett_alloc (bytes);
  if (count) { /* else there may be nothing to copy from */
    memcpy (steps, sink->steps, count * sizeof *steps);
    memcpy (states, sink->bytes, sink->bytes_used);
  }
  for (uint32_t k = 0; k < count; k++) {
    if (steps[k].size)
      deliver_moved (r, &steps[k], states + steps[k].offset, SETT_NO_LEG);
    if (!steps[k].size && steps[k].violation)
      sett_reducer_deliver (r, &steps[k], NULL, SETT_NO_LEG);
  }
  sett_free (steps, count * sizeof *steps + 1);
  sett_free (states, bytes);
}

/* The states of the phase are stored, unless it is whole; its last one is
   expanded, unless nothing can move there, which the search must see for
   itself.
 */
static void deliver_phase (phase *p, size_t end) {
  sett_reducer *r = p->reducer;
  const uint32_t before = note_way (p, end, SETT_NO_LEG);
  SETT_ASSERT (end && end < p->hashes.count);
  const uint32_t origin =
      sett_reducer_note (r, state_at (p, end), size_at (p, end), before);
  sett_reducer_look (r, state_at (p, end), size_at (p, end));
  const sett_sink *sink = sett_reducer_all (r);
  const int stuck = r->stuck;
  for (size_t i = 1; i < p->hashes.count && !r->reduction.whole; i++)
    if (i != end || !stuck)
      deliver_state (p, i, note_way (p, i, SETT_NO_LEG));
  r->passed = r->out.count;
  SETT_ASSERT (!r->recording || r->origins.count == r->out.count);
  for (uint32_t k = 0; k < sink->count; k++)
    sett_reducer_deliver (r, &sink->steps[k],
                          sink->bytes + sink->steps[k].offset, origin);
  if (stuck)
    deliver_state (p, end, before);
  r->stuck = 0;
}

const sett_sink *sett_twophase_select (sett_reducer *r) {
  const unsigned char *state = r->state;
  const uint32_t size = r->size;
  if (r->reduction.selective) {
    deliver_successors (r, sett_reducer_all (r));
    sett_reducer_look (r, state, size);
    return &r->out;
  }
  phase p = begin (r);
  const size_t end = run_phase (&p, state, size);
  if (end)
    deliver_phase (&p, end);
  release (&p);
  sett_reducer_look (r, state, size);
  return end ? &r->out : NULL;
}
