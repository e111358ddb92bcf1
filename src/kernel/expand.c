/* The closure of transient states, depth first, in the model's order.

   The model appends to one sink, `work`, which serves as a stack: a level is
   a range of its steps that have the same origin.  A level is dropped before
   its last step is followed, so that a run without choices takes constant
   space however long it is.

   The first few transient states of an expansion are not recorded, since most
   runs are short; from then on every one is, and one that is met again is not
   followed again: what can be reached from it has been or will be delivered.
   This ends loops, and makes the work linear in the number of transient
   states, of which there may be more than time and memory permit: the closure
   looks at the watch at each, and what it gives when something is spent may
   lack steps.  Whoever asks must not conclude from what is missing then. */

#include "kernel/expand.h"

#include "base/assert.h"
#include "base/vector.h"
#include "base/watch.h"
#include "kernel/coverage.h"
#include "kernel/path.h"
#include "kernel/transient.h"

#include <string.h>

#define UNRECORDED 32u /* transient states that are followed without record */

typedef struct level {
  uint32_t begin, next, end; /* steps in `work` */
  uint32_t bytes;            /* bytes_used of `work` before them */
} level;

struct sett_expander {
  sett_model *model;
  sett_sink work;
  sett_sink out; /* the result when there were transient states */
  SETT_VECTOR (level) levels;
  SETT_VECTOR (uint32_t) parents; /* sett_expand_find: origin of each step */
  unsigned char *state;           /* whose steps are being asked for: `work`
                                     may move while the model adds to it */
  uint32_t state_room;
  uint32_t followed; /* transient states in this expansion */
  sett_transients seen;
  int stuck;
  sett_coverage *coverage; /* null: nobody wants to know */
};

sett_expander *sett_expander_create (sett_model *model) {
  sett_expander *x = sett_zalloc (1, sizeof *x);
  x->model = model;
  sett_sink_init (&x->work);
  sett_sink_init (&x->out);
  return x;
}

void sett_expander_destroy (sett_expander *x) {
  if (!x)
    return;
  sett_sink_release (&x->work);
  sett_sink_release (&x->out);
  SETT_RELEASE (x->levels);
  SETT_RELEASE (x->parents);
  sett_free (x->state, x->state_room);
  sett_transients_release (&x->seen);
  sett_free (x, sizeof *x);
}

void sett_expander_record (sett_expander *x, sett_coverage *coverage) {
  x->coverage = coverage;
  x->work.received = coverage ? coverage->taken : NULL;
}

static void record (sett_expander *x, const unsigned char *state, uint32_t size,
                    uint32_t first) {
  SETT_ASSERT (first <= x->work.count);
  sett_coverage_add_state (x->coverage, state, size);
  sett_coverage_add_steps (x->coverage, &x->work, first);
}

static int is_transient (const sett_step *step) {
  return step->size && step->holder != SETT_NO_PROCESS;
}

static int any_transient (const sett_sink *sink) {
  for (uint32_t i = 0; i < sink->count; i++)
    if (is_transient (&sink->steps[i]))
      return 1;
  return 0;
}

static void deliver (sett_expander *x, const sett_step *step, uint32_t size) {
  SETT_ASSERT (!size || step->offset + size <= x->work.bytes_used);
  sett_sink *out = &x->out;
  out->room (out, size);
  sett_step *last = &out->steps[out->count++];
  *last = *step;
  last->holder = SETT_NO_PROCESS;
  last->size = size;
  last->offset = out->bytes_used;
  if (size)
    memcpy (out->bytes + out->bytes_used, x->work.bytes + step->offset, size);
  out->bytes_used += size;
  SETT_ASSERT (out->bytes_used <= out->bytes_room &&
               out->count <= out->steps_room);
}

/* Is this transient state one that was followed before? */
static int is_known (sett_expander *x, const sett_step *step) {
  if (++x->followed <= UNRECORDED)
    return 0;
  return !sett_transients_add (&x->seen, x->work.bytes + step->offset,
                               step->size, step->holder);
}

static void copy_state (sett_expander *x, const sett_step *step) {
  SETT_ASSERT (is_transient (step));
  if (step->size > x->state_room) {
    x->state = sett_resize (x->state, x->state_room, 2 * step->size);
    x->state_room = 2 * step->size;
  }
  memcpy (x->state, x->work.bytes + step->offset, step->size);
}

static void push_level (sett_expander *x, uint32_t begin, uint32_t bytes) {
  SETT_ASSERT (begin <= x->work.count && bytes <= x->work.bytes_used);
  const level l = {begin, begin, x->work.count, bytes};
  SETT_PUSH (x->levels, l);
}

static void drop_level (sett_expander *x) {
  const level l = SETT_POP (x->levels);
  SETT_ASSERT (l.next == l.end && l.begin <= x->work.count);
  x->work.count = l.begin;
  x->work.bytes_used = l.bytes;
}

static void follow (sett_expander *x, const sett_step step) {
  copy_state (x, &step);
  SETT_ASSERT (x->levels.count);
  const level *top = &x->levels.at[x->levels.count - 1];
  if (top->next == top->end)
    drop_level (x);
  const uint32_t begin = x->work.count;
  const uint32_t bytes = x->work.bytes_used;
  x->model->steps (x->model, x->state, step.size, step.holder, &x->work);
  if (x->coverage)
    record (x, x->state, step.size, begin);
  push_level (x, begin, bytes);
}

/* Must the closure end early? */
static int is_spent (const sett_expander *x) {
  return sett_sink_overflows (&x->work) || sett_sink_overflows (&x->out) ||
         sett_watch_spent ();
}

static const sett_sink *close_over (sett_expander *x) {
  sett_sink_clear (&x->out);
  sett_transients_clear (&x->seen);
  x->followed = 0;
  x->levels.count = 0;
  push_level (x, 0, 0);
  while (x->levels.count) {
    level *top = &x->levels.at[x->levels.count - 1];
    SETT_ASSERT (top->next <= top->end && top->end <= x->work.count);
    if (top->next == top->end) {
      drop_level (x);
      continue;
    }
    const sett_step *step = &x->work.steps[top->next++];
    if (!is_transient (step)) {
      deliver (x, step, step->size);
      continue;
    }
    if (step->violation)
      deliver (x, step, 0);
    if (is_spent (x))
      break;
    if (!is_known (x, step))
      follow (x, *step);
  }
  return &x->out;
}

sett_sink *sett_expand_steps (sett_expander *x, const unsigned char *state,
                              uint32_t size, unsigned process) {
  sett_sink_clear (&x->work);
  x->work.fuses = !x->coverage; /* else each step is to be seen */
  if (process == SETT_NO_PROCESS)
    x->model->steps (x->model, state, size, SETT_NO_PROCESS, &x->work);
  else
    x->model->steps_of (x->model, state, size, process, &x->work);
  x->stuck = !x->work.count;
  if (x->coverage)
    record (x, state, size, 0);
  return &x->work;
}

sett_sink *sett_expander_steps (sett_expander *x) {
  return &x->work;
}

const sett_sink *sett_expand_close (sett_expander *x) {
  return any_transient (&x->work) ? close_over (x) : &x->work;
}

const sett_sink *sett_expand (sett_expander *x, const unsigned char *state,
                              uint32_t size) {
  SETT_ASSERT (!(size % 8));
  sett_expand_steps (x, state, size, SETT_NO_PROCESS);
  return sett_expand_close (x);
}

int sett_expand_stuck (const sett_expander *x) {
  return x->stuck;
}

/* What sett_expand_find looks for. */
typedef struct goal {
  const unsigned char *target;
  uint32_t size;
  const sett_step *violating;
} goal;

static int reaches (const sett_expander *x, const sett_step *step,
                    const goal *wanted) {
  if (wanted->target)
    return step->size == wanted->size && step->holder == SETT_NO_PROCESS &&
           !memcmp (x->work.bytes + step->offset, wanted->target, wanted->size);
  return step->violation == wanted->violating->violation &&
         step->transition == wanted->violating->transition &&
         step->process == wanted->violating->process &&
         step->partner == wanted->violating->partner;
}

#define NO_PARENT UINT32_MAX

/* Adds the steps out of a state and notes where they come from. */
static void add_steps (sett_expander *x, const unsigned char *state,
                       uint32_t size, unsigned holder, uint32_t parent) {
  x->model->steps (x->model, state, size, holder, &x->work);
  while (x->parents.count < x->work.count)
    SETT_PUSH (x->parents, parent);
}

/* Appends the steps that lead to step number `last`, the first one first. */
static void append_run (const sett_expander *x, uint32_t last,
                        sett_path *path) {
  SETT_ASSERT (last < x->parents.count);
  SETT_VECTOR (uint32_t) run = {0};
  for (uint32_t i = last; i != NO_PARENT; i = x->parents.at[i])
    SETT_PUSH (run, i);
  while (run.count) {
    const sett_step *step = &x->work.steps[SETT_POP (run)];
    sett_path_add (path, step, x->work.bytes + step->offset);
  }
  SETT_RELEASE (run);
}

/* Breadth first, so that the run is a shortest one; every transient state is
   recorded and no step is dropped. */
int sett_expand_find (sett_expander *x, const unsigned char *from,
                      uint32_t from_size, const unsigned char *target,
                      uint32_t target_size, const sett_step *violating,
                      sett_path *path) {
  const goal wanted = {target, target_size, violating};
  SETT_ASSERT (target || violating);
  sett_sink_clear (&x->work);
  sett_transients_clear (&x->seen);
  x->parents.count = 0;
  x->work.fuses = 0; /* the path consists of single steps */
  add_steps (x, from, from_size, SETT_NO_PROCESS, NO_PARENT);
  SETT_ASSERT (x->parents.count == x->work.count);
  for (uint32_t i = 0; i < x->work.count; i++) {
    const sett_step step = x->work.steps[i];
    if (sett_sink_overflows (&x->work))
      return 0;
    if (reaches (x, &step, &wanted)) {
      append_run (x, i, path);
      return 1;
    }
    if (is_transient (&step) &&
        sett_transients_add (&x->seen, x->work.bytes + step.offset, step.size,
                             step.holder)) {
      copy_state (x, &step);
      add_steps (x, x->state, step.size, step.holder, i);
    }
  }
  return 0;
}
