/* Selective caching: a state in which one process has just one step, which is
   an ample set and closes no loop of the process, is not stored; the search
   sees the state after it, or after as many such steps as follow.  This ends,
   since every cycle of the state graph closes a loop of some process. */

#include "reduce/reducer.h"

#include <string.h>

/* A state on its way. */
typedef struct traveller {
  sett_step step;
  unsigned char *state;
  uint32_t room;
  uint32_t origin; /* the state before it */
} traveller;

static void settle (traveller *t, const sett_step *step,
                    const unsigned char *state) {
  if (step->size + 64 > t->room) {
    t->state = sett_resize (t->state, t->room, 2 * step->size + 64);
    t->room = 2 * step->size + 64;
  }
  memcpy (t->state, state, step->size);
  t->step = *step;
}

static void travel (sett_reducer *r, traveller *t) {
  const sett_sink *next;
  for (;;) {
    sett_reducer_look (r, t->state, t->step.size);
    if (!(next = sett_ample_single (r)))
      return;
    t->origin = sett_reducer_note (r, t->state, t->step.size, t->origin);
    const sett_step step = next->steps[0];
    settle (t, &step, next->bytes + step.offset);
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
const sett_sink *sett_move_on (sett_reducer *r, const sett_sink *successors) {
  if (!may_move (r, successors))
    return successors;
  const unsigned char *state = r->state;
  const uint32_t size = r->size, count = successors->count;
  const size_t steps_bytes = count * sizeof (sett_step) + 1;
  const size_t bytes = successors->bytes_used + 64;
  sett_step *steps = sett_alloc (steps_bytes);
  unsigned char *states = sett_alloc (bytes);
  traveller t = {.origin = SETT_NO_LEG};
  if (count) { /* else there may be nothing to copy from */
    memcpy (steps, successors->steps, steps_bytes - 1);
    memcpy (states, successors->bytes, successors->bytes_used);
  }
  for (uint32_t k = 0; k < count; k++) {
    if (steps[k].fault) { /* seen at once, wherever the state goes */
      sett_step fault = steps[k];
      fault.size = 0;
      sett_reducer_deliver (r, &fault, NULL, SETT_NO_LEG);
    }
    if (!steps[k].size)
      continue;
    t.origin = SETT_NO_LEG;
    settle (&t, &steps[k], states + steps[k].offset);
    t.step.fault = 0;
    travel (r, &t);
    sett_reducer_deliver (r, &t.step, t.state, t.origin);
  }
  sett_free (t.state, t.room);
  sett_free (states, bytes);
  sett_free (steps, steps_bytes);
  r->state = state;
  r->size = size;
  return &r->out;
}
