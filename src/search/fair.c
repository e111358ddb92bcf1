/* Successors together with who has moved: see fair.h.

   The steps out of a state, and those of the holders after them, are collected
   in one sink, breadth first.  For each the processes that have moved up to
   there are known, its *movers*.  A transient state that is met again with the
   same movers is not followed again. */

#include "search/fair.h"

#include "base/assert.h"
#include "base/vector.h"
#include "base/watch.h"
#include "kernel/transient.h"

#include <string.h>

#define WORDS 4u /* 256 processes */
#define NO_PARENT UINT32_MAX

typedef struct mover_set {
  uint64_t members[WORDS];
} mover_set;

struct sett_fair {
  sett_model *model;
  sett_sink work;                 /* all small steps */
  SETT_VECTOR (uint32_t) parents; /* of each of them */
  SETT_VECTOR (mover_set) movers; /* likewise */
  sett_sink out;                  /* the result */
  SETT_VECTOR (uint32_t) origins; /* which of `work` each result is */
  mover_set able;                 /* who can move in the state */
  sett_transients seen;
  SETT_VECTOR (unsigned char) state; /* being followed; then its movers */
};

sett_fair *sett_fair_create (sett_model *model) {
  sett_fair *f = sett_zalloc (1, sizeof *f);
  f->model = model;
  sett_sink_init (&f->work);
  sett_sink_init (&f->out);
  return f;
}

void sett_fair_destroy (sett_fair *f) {
  if (!f)
    return;
  sett_sink_release (&f->work);
  sett_sink_release (&f->out);
  SETT_RELEASE (f->parents);
  SETT_RELEASE (f->movers);
  SETT_RELEASE (f->origins);
  SETT_RELEASE (f->state);
  sett_transients_release (&f->seen);
  sett_free (f, sizeof *f);
}

static void join (mover_set *c, unsigned process) {
  SETT_ASSERT (process < 64 * WORDS);
  c->members[process / 64] |= (uint64_t)1 << process % 64;
}

static void add_movers (mover_set *c, const sett_step *step) {
  if (step->transition == SETT_YIELD)
    return;
  join (c, step->process);
  if (step->partner != SETT_NO_PROCESS)
    join (c, step->partner);
}

/* Adds the steps out of a state that was reached by step `parent`. */
static void add_steps (sett_fair *f, const unsigned char *state, uint32_t size,
                       unsigned holder, uint32_t parent) {
  SETT_ASSERT (parent == NO_PARENT || parent < f->movers.count);
  const mover_set none = {{0}};
  f->model->steps (f->model, state, size, holder, &f->work);
  while (f->movers.count < f->work.count) {
    mover_set c = parent == NO_PARENT ? none : f->movers.at[parent];
    add_movers (&c, &f->work.steps[f->movers.count]);
    SETT_PUSH (f->movers, c);
    SETT_PUSH (f->parents, parent);
  }
  SETT_ASSERT (f->movers.count == f->work.count &&
               f->parents.count == f->work.count);
}

static void append (sett_fair *f, const void *bytes, size_t count) {
  for (size_t i = 0; i < count; i++)
    SETT_PUSH (f->state, ((const unsigned char *)bytes)[i]);
}

/* Follows step number `i` to a transient state, unless that was done. */
static void follow (sett_fair *f, uint32_t i) {
  const sett_step step = f->work.steps[i];
  SETT_ASSERT (i < f->work.count && step.holder != SETT_NO_PROCESS);
  f->state.count = 0;
  append (f, f->work.bytes + step.offset, step.size);
  append (f, &f->movers.at[i], sizeof (mover_set));
  if (sett_transients_add (&f->seen, f->state.at, (uint32_t)f->state.count,
                           step.holder))
    add_steps (f, f->state.at, step.size, step.holder, i);
}

static void deliver (sett_fair *f, uint32_t i, uint32_t size) {
  sett_sink *out = &f->out;
  const sett_step *step = &f->work.steps[i];
  out->room (out, size);
  sett_step *last = &out->steps[out->count++];
  *last = *step;
  last->holder = SETT_NO_PROCESS;
  last->size = size;
  last->offset = out->bytes_used;
  if (size)
    memcpy (out->bytes + out->bytes_used, f->work.bytes + step->offset, size);
  out->bytes_used += size;
  SETT_PUSH (f->origins, i);
  SETT_ASSERT (f->origins.count == out->count);
}

static void begin (sett_fair *f) {
  sett_sink_clear (&f->work);
  sett_sink_clear (&f->out);
  sett_transients_clear (&f->seen);
  f->parents.count = f->movers.count = f->origins.count = 0;
  f->able = (mover_set){{0}};
}

static int is_in (const mover_set *c, unsigned process) {
  SETT_ASSERT (process < 64 * WORDS);
  return (int)(c->members[process / 64] >> process % 64 & 1);
}

/* Leaves the steps of the processes that move in the selected ones. */
static void thin_out (sett_fair *f, const sett_sink *selected) {
  mover_set chosen = {{0}};
  uint32_t kept = 0;
  for (uint32_t i = 0; i < selected->count; i++)
    join (&chosen, selected->steps[i].process);
  for (uint32_t i = 0; i < f->work.count; i++)
    if (is_in (&chosen, f->work.steps[i].process)) {
      f->work.steps[kept] = f->work.steps[i];
      f->movers.at[kept++] = f->movers.at[i];
    }
  f->work.count = kept;
  SETT_ASSERT (kept <= f->movers.count);
  f->movers.count = f->parents.count = kept;
}

const sett_sink *sett_fair_expand (sett_fair *f, const unsigned char *state,
                                   uint32_t size, const sett_sink *selected) {
  begin (f);
  add_steps (f, state, size, SETT_NO_PROCESS, NO_PARENT);
  for (uint32_t i = 0; i < f->work.count; i++)
    join (&f->able, f->work.steps[i].process);
  if (selected)
    thin_out (f, selected);
  for (uint32_t i = 0; i < f->work.count; i++) {
    const sett_step *step = &f->work.steps[i];
    const int transient = step->size && step->holder != SETT_NO_PROCESS;
    if (!transient)
      deliver (f, i, step->size);
    else if (step->violation)
      deliver (f, i, 0);
    if (sett_sink_overflows (&f->work) || sett_watch_spent ())
      break; /* what is missing then must not matter: see expand.c */
    if (transient)
      follow (f, i);
  }
  return &f->out;
}

int sett_fair_stuck (const sett_fair *f) {
  return !f->work.count;
}

/* On to the first process that could have moved and did not; without one all
   have been waited for, and copy 0 comes next. */
uint32_t sett_fair_next (const sett_fair *f, uint32_t copy, int accepting,
                         uint32_t index) {
  SETT_ASSERT (index < f->origins.count && copy <= 64 * WORDS);
  const mover_set *moved = &f->movers.at[f->origins.at[index]];
  if (!copy && !accepting)
    return 0;
  for (uint32_t p = copy ? copy - 1 : 0; p < 64 * WORDS; p++) {
    const uint64_t waiting = f->able.members[p / 64] & ~moved->members[p / 64];
    if (waiting >> p % 64 & 1)
      return p + 1;
  }
  return 0;
}

static int is_goal (const sett_fair *f, uint32_t index,
                    const sett_fair_goal *goal) {
  const sett_step *step = &f->out.steps[index];
  return step->size == goal->size &&
         !memcmp (f->out.bytes + step->offset, goal->target, goal->size) &&
         sett_fair_next (f, goal->copy, goal->accepting, index) ==
             goal->next_copy;
}

/* Appends the steps that lead to number `last` of `work`. */
static void append_run (const sett_fair *f, uint32_t last, sett_path *path) {
  SETT_ASSERT (last < f->parents.count);
  SETT_VECTOR (uint32_t) run = {0};
  for (uint32_t i = last; i != NO_PARENT; i = f->parents.at[i])
    SETT_PUSH (run, i);
  while (run.count) {
    const sett_step *step = &f->work.steps[SETT_POP (run)];
    sett_path_add (path, step, f->work.bytes + step->offset);
  }
  SETT_RELEASE (run);
}

int sett_fair_connect (sett_fair *f, const unsigned char *from,
                       uint32_t from_size, const sett_fair_goal *goal,
                       sett_path *path) {
  sett_fair_expand (f, from, from_size, NULL);
  for (uint32_t i = 0; i < f->out.count; i++)
    if (is_goal (f, i, goal)) {
      append_run (f, f->origins.at[i], path);
      return 1;
    }
  return 0;
}
