/* Selective caching: a state in which one process has just one step, which is
   an ample set, is not stored; the search sees the state after it, or after as
   many such steps as follow.

   With the static proviso this ends before a step that closes a loop of the
   process, which alone does not suit, so that it ends at all (every cycle of
   the state graph closes such a loop) and a set with such a step is left to the
   search.  Otherwise it also ends when it comes back to a state of the same
   trip: that one is stored, and since its only selected step leads back to
   itself, the proviso of the stack has it expanded in full; for deadlocks alone
   nothing more is needed. */

#include "base/assert.h"
#include "reduce/reducer.h"

#include <string.h>

#define LONGEST_TRIP 64u /* longer ones make long counter-examples */

/* A state on its way. */
typedef struct traveller {
  sett_step step;
  unsigned char *state;
  uint32_t room;
  uint32_t origin;          /* the state before it */
  unsigned char *milestone; /* a state of this trip */
  uint32_t milestone_size, milestone_room;
  uint32_t steps, next_milestone;
} traveller;

static void settle (traveller *t, const sett_step *step,
                    const unsigned char *state) {
  if (step->size + 64 > t->room) {
    t->state = sett_resize (t->state, t->room, 2 * step->size + 64);
    t->room = 2 * step->size + 64;
  }
  memcpy (t->state, state, step->size);
  SETT_ASSERT (step->size <= t->room);
  t->step = *step;
}

static void set_milestone (traveller *t) {
  if (t->step.size > t->milestone_room) {
    t->milestone =
        sett_resize (t->milestone, t->milestone_room, 2 * t->step.size);
    t->milestone_room = 2 * t->step.size;
  }
  memcpy (t->milestone, t->state, t->step.size);
  t->milestone_size = t->step.size;
  t->next_milestone = 2 * t->steps + 1;
  SETT_ASSERT (t->milestone_size <= t->milestone_room &&
               t->next_milestone > t->steps);
}

/* Is the trip where it has been before?  Milestones are set at growing
   distances (Brent), so that a cycle is noticed after few rounds. */
static int is_back (traveller *t) {
  if (t->milestone_size == t->step.size &&
      !memcmp (t->milestone, t->state, t->step.size))
    return 1;
  if (++t->steps >= t->next_milestone)
    set_milestone (t);
  return 0;
}

/* Gives whether it has moved at all. */
static int travel (sett_reducer *r, traveller *t) {
  const sett_sink *next;
  t->steps = 0;
  set_milestone (t);
  for (;;) {
    sett_reducer_look (r, t->state, t->step.size);
    if (!(next = sett_ample_single (r)))
      return t->steps > 0;
    t->origin = sett_reducer_note (r, t->state, t->step.size, t->origin);
    SETT_ASSERT (next->count == 1 && !next->steps[0].violation);
    const sett_step step = next->steps[0];
    settle (t, &step, next->bytes + step.offset);
    if (is_back (t) || t->steps == LONGEST_TRIP)
      return 1;
  }
}

/* Is there a successor that might be moved on? */
static int may_move (sett_reducer *r, const sett_sink *successors) {
  int may = 0;
  const unsigned char *state = r->state;
  const uint32_t size = r->size;
  for (uint32_t k = 0; k < successors->count && !may; k++) {
    const sett_step *step = &successors->steps[k];
    if (!step->size)
      continue;
    sett_reducer_look (r, successors->bytes + step->offset, step->size);
    may = sett_ample_candidates (r) != 0;
  }
  r->state = state;
  r->size = size;
  return may;
}

/* The successors are copied first: moving on uses the expander. */
const sett_sink *sett_selective_cache (sett_reducer *r,
                                       const sett_sink *successors) {
  if (!sett_reducer_tries (r, &r->experience->move_backoff))
    return successors;
  if (!may_move (r, successors)) {
    sett_backoff_note (&r->experience->move_backoff, 0);
    return successors;
  }
  int moved = 0;
  const unsigned char *state = r->state;
  const uint32_t size = r->size, count = successors->count;
  const size_t steps_bytes = count * sizeof (sett_step) + 1;
  const size_t bytes = successors->bytes_used + 64;
  SETT_ASSERT (!count || successors->bytes_used);
  sett_step *steps = sett_alloc (steps_bytes);
  unsigned char *states = sett_alloc (bytes);
  traveller t = {.origin = SETT_NO_LEG};
  if (count) { /* else there may be nothing to copy from */
    memcpy (steps, successors->steps, steps_bytes - 1);
    memcpy (states, successors->bytes, successors->bytes_used);
  }
  for (uint32_t k = 0; k < count; k++) {
    if (steps[k].violation) { /* seen at once, wherever the state goes */
      sett_step violation = steps[k];
      violation.size = 0;
      sett_reducer_deliver (r, &violation, NULL, SETT_NO_LEG);
    }
    if (!steps[k].size)
      continue;
    t.origin = SETT_NO_LEG;
    settle (&t, &steps[k], states + steps[k].offset);
    t.step.violation = 0;
    moved |= travel (r, &t);
    sett_reducer_deliver (r, &t.step, t.state, t.origin);
  }
  sett_backoff_note (&r->experience->move_backoff, moved);
  sett_free (t.state, t.room);
  sett_free (t.milestone, t.milestone_room);
  sett_free (states, bytes);
  sett_free (steps, steps_bytes);
  r->state = state;
  r->size = size;
  SETT_ASSERT (r->state == state && r->size == size);
  return &r->out;
}
