/* Writes are tested on every step: each byte that differs between the states
   before and after must lie in a slot declared as written.

   Reads are tested on one random step per state: slots that it does not
   declare as read are overwritten by their contents in another reachable
   state, which a small reservoir sample provides, and the model is asked
   again.  The same step must still be there with the same effect on every
   byte of its written slots: the byte gets the same value, or it is left
   alone both times.

   A foreign state is used only if it has the same processes (by name), and a
   slot only if it lies in the same place there: other mixtures need not be
   states at all.  Slots of the partner of a rendezvous are left alone too,
   since the partner depends on them. */

#include "kernel/check_model.h"

#include "base/hash.h"
#include "base/text.h"
#include "base/vector.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define SAMPLE 16 /* states in the reservoir */
#define WALK 64   /* transient states visited from one stable state */

typedef struct sample {
  unsigned char *state;
  uint32_t size;
  char *structure; /* names of its processes */
} sample;

struct sett_model_checker {
  sett_model *model;
  uint64_t random;
  uint64_t met; /* states offered to the reservoir */
  sample samples[SAMPLE];
  sett_sink steps;                     /* of the state itself */
  sett_sink again;                     /* of the state with foreign slots */
  SETT_VECTOR (unsigned char) foreign; /* that state */
  SETT_VECTOR (unsigned char) keep;    /* which bytes of it must stay */
  SETT_VECTOR (unsigned char) walk;    /* transient state of the walk */
  sett_text structure;                 /* names of the processes of the state */
  char message[256];
};

typedef struct view {
  const unsigned char *at;
  uint32_t size;
} view;

typedef struct range {
  uint32_t from, to;
} range;

sett_model_checker *sett_model_checker_create (sett_model *model,
                                               uint64_t seed) {
  sett_model_checker *c = sett_zalloc (1, sizeof *c);
  c->model = model;
  c->random = seed;
  sett_sink_init (&c->steps);
  sett_sink_init (&c->again);
  return c;
}

static void release_sample (sample *s) {
  sett_free (s->state, s->size);
  sett_strfree (s->structure);
}

void sett_model_checker_destroy (sett_model_checker *c) {
  if (!c)
    return;
  for (unsigned i = 0; i < SAMPLE; i++)
    release_sample (&c->samples[i]);
  sett_sink_release (&c->steps);
  sett_sink_release (&c->again);
  SETT_RELEASE (c->foreign);
  SETT_RELEASE (c->keep);
  SETT_RELEASE (c->walk);
  sett_text_release (&c->structure);
  sett_free (c, sizeof *c);
}

static uint64_t pick (sett_model_checker *c, uint64_t below) {
  c->random += 0x9e3779b97f4a7c15u;
  return sett_scale64 (sett_mix64 (c->random), below);
}

static int in_set (const uint64_t *set, uint32_t slot) {
  return set[slot / 64] >> slot % 64 & 1;
}

static range range_of (sett_model *model, view v, uint32_t slot,
                       unsigned process) {
  range r = {0, 0};
  model->slot (model, v.at, v.size, slot, process, &r.from, &r.to);
  assert (r.from >= r.to || r.to <= v.size);
  return r;
}

static int same_range (range a, range b) {
  return a.from == b.from && a.to == b.to;
}

static int holds (range r, uint32_t place) {
  return r.from <= place && place < r.to;
}

static view after (const sett_sink *sink, const sett_step *step) {
  const view v = {sink->bytes + step->offset, step->size};
  return v;
}

static const char *complain (sett_model_checker *c, const sett_step *step,
                             const char *what) {
  const sett_transition *t = c->model->transition (c->model, step->transition);
  snprintf (c->message, sizeof c->message,
            "the model's facts are wrong: process %u at %s:%u (%.80s) %s",
            step->process, t->file ? t->file : "?", t->line,
            t->text ? t->text : "?", what);
  return c->message;
}

/* Does the slot of the mover or of its partner hold the byte at `place`? */
static int slot_holds (sett_model *model, view v, uint32_t slot,
                       const sett_step *step, uint32_t place) {
  if (holds (range_of (model, v, slot, step->process), place))
    return 1;
  return step->partner != SETT_NOBODY &&
         holds (range_of (model, v, slot, step->partner), place);
}

static int may_write (sett_model *model, view before, view next,
                      const sett_step *step, uint32_t place) {
  const uint64_t *writes = model->transition (model, step->transition)->writes;
  for (uint32_t slot = 0; slot < model->slots; slot++)
    if (in_set (writes, slot) &&
        (slot_holds (model, before, slot, step, place) ||
         slot_holds (model, next, slot, step, place)))
      return 1;
  return 0;
}

static const char *test_writes (sett_model_checker *c, view before,
                                const sett_step *step) {
  const view next = after (&c->steps, step);
  const uint32_t longer = before.size > next.size ? before.size : next.size;
  for (uint32_t i = 0; i < longer; i++) {
    const int same =
        i < before.size && i < next.size && before.at[i] == next.at[i];
    if (same || may_write (c->model, before, next, step, i))
      continue;
    char what[80];
    snprintf (what, sizeof what, "changes byte %u, which no written slot holds",
              i);
    return complain (c, step, what);
  }
  return NULL;
}

static void name_processes (sett_model_checker *c, view v) {
  sett_text_clear (&c->structure);
  const unsigned alive = c->model->processes (c->model, v.at, v.size);
  for (unsigned p = 0; p < alive; p++) {
    c->model->name_process (c->model, v.at, v.size, p, &c->structure);
    sett_text_add (&c->structure, "\n");
  }
}

/* Reservoir sampling: after n states each is in the sample with the same
   probability. */
static void offer_sample (sett_model_checker *c, view v) {
  const uint64_t place = c->met < SAMPLE ? c->met : pick (c, c->met + 1);
  c->met++;
  if (place >= SAMPLE)
    return;
  sample *s = &c->samples[place];
  release_sample (s);
  name_processes (c, v);
  s->structure = sett_strdup (sett_text_get (&c->structure));
  s->size = v.size;
  s->state = sett_alloc (v.size);
  memcpy (s->state, v.at, v.size);
}

static const sample *choose_sample (sett_model_checker *c, view v) {
  const sample *s = &c->samples[pick (c, SAMPLE)];
  if (!s->state || s->size != v.size || !memcmp (s->state, v.at, v.size))
    return NULL;
  name_processes (c, v);
  return strcmp (s->structure, sett_text_get (&c->structure)) ? NULL : s;
}

#define COPY(V, FROM, SIZE)                                                    \
  do {                                                                         \
    while ((V).room < (SIZE))                                                  \
      (V).at = sett_vector_grow ((V).at, &(V).room, 1);                        \
    memcpy ((V).at, FROM, SIZE);                                               \
    (V).count = (SIZE);                                                        \
  } while (0)

static void mark (sett_model_checker *c, range r) {
  for (uint32_t i = r.from; i < r.to; i++)
    c->keep.at[i] = 1;
}

/* Marks the bytes that the step may depend on. */
static void mark_kept (sett_model_checker *c, view v, const sett_step *step) {
  sett_model *model = c->model;
  const uint64_t *reads = model->transition (model, step->transition)->reads;
  COPY (c->keep, v.at, v.size);
  memset (c->keep.at, 0, v.size);
  for (uint32_t slot = 0; slot < model->slots; slot++) {
    const range own = range_of (model, v, slot, step->process);
    if (in_set (reads, slot))
      mark (c, own);
    if (step->partner == SETT_NOBODY)
      continue;
    const range other = range_of (model, v, slot, step->partner);
    if (in_set (reads, slot) || !same_range (own, other))
      mark (c, other);
  }
}

static void mix_in (sett_model_checker *c, view own, const sample *s,
                    uint32_t slot, unsigned process) {
  const view foreign = {s->state, s->size};
  const range r = range_of (c->model, own, slot, process);
  if (!same_range (r, range_of (c->model, foreign, slot, process)))
    return;
  for (uint32_t i = r.from; i < r.to; i++)
    if (!c->keep.at[i])
      c->foreign.at[i] = s->state[i];
}

/* Builds the state in which about half of the slots that the step does not
   read come from the sample. */
static void mix (sett_model_checker *c, view v, const sett_step *step,
                 const sample *s) {
  const uint64_t *reads =
      c->model->transition (c->model, step->transition)->reads;
  const unsigned alive = c->model->processes (c->model, v.at, v.size);
  mark_kept (c, v, step);
  COPY (c->foreign, v.at, v.size);
  for (uint32_t slot = 0; slot < c->model->slots; slot++) {
    if (in_set (reads, slot))
      continue;
    for (unsigned p = 0; p < alive; p++)
      if (pick (c, 2))
        mix_in (c, v, s, slot, p);
  }
}

/* Two executions of one step: from a state and from its mixture. */
typedef struct twins {
  view before, next;   /* of the state */
  view before2, next2; /* of the mixture */
} twins;

static int same_effect_on (sett_model *model, const twins *t, uint32_t slot,
                           unsigned process) {
  const range r = range_of (model, t->next, slot, process);
  if (!same_range (r, range_of (model, t->next2, slot, process)))
    return 0;
  for (uint32_t i = r.from; i < r.to; i++) {
    if (t->next.at[i] == t->next2.at[i])
      continue;
    const int left_alone = i < t->before.size && i < t->before2.size &&
                           t->next.at[i] == t->before.at[i] &&
                           t->next2.at[i] == t->before2.at[i];
    if (!left_alone)
      return 0;
  }
  return 1;
}

static int same_effect (sett_model *model, const twins *t,
                        const sett_step *step) {
  const uint64_t *writes = model->transition (model, step->transition)->writes;
  for (uint32_t slot = 0; slot < model->slots; slot++) {
    if (!in_set (writes, slot))
      continue;
    if (!same_effect_on (model, t, slot, step->process))
      return 0;
    if (step->partner != SETT_NOBODY &&
        !same_effect_on (model, t, slot, step->partner))
      return 0;
  }
  return 1;
}

static int same_name (const sett_step *a, const sett_step *b) {
  return a->process == b->process && a->transition == b->transition &&
         a->partner == b->partner && a->fault == b->fault &&
         !a->size == !b->size;
}

static const char *test_reads (sett_model_checker *c, view v, unsigned holder,
                               const sett_step *step) {
  const sample *s = choose_sample (c, v);
  if (!s)
    return NULL;
  mix (c, v, step, s);
  const view mixture = {c->foreign.at, v.size};
  sett_sink_clear (&c->again);
  c->model->steps (c->model, mixture.at, mixture.size, holder, &c->again);
  int found = 0;
  for (uint32_t i = 0; i < c->again.count; i++) {
    const sett_step *other = &c->again.steps[i];
    if (!same_name (step, other))
      continue;
    found = 1;
    const twins t = {v, after (&c->steps, step), mixture,
                     after (&c->again, other)};
    if (!step->size || same_effect (c->model, &t, step))
      return NULL;
  }
  return complain (c, step,
                   found ? "has an effect that depends on a slot that it does "
                           "not declare as read"
                         : "is enabled by a slot that it does not declare as "
                           "read");
}

static const char *test_steps (sett_model_checker *c, view v, unsigned holder) {
  sett_sink_clear (&c->steps);
  c->model->steps (c->model, v.at, v.size, holder, &c->steps);
  for (uint32_t i = 0; i < c->steps.count; i++) {
    const sett_step *step = &c->steps.steps[i];
    if (!step->size || step->transition == SETT_YIELD)
      continue;
    const char *wrong = test_writes (c, v, step);
    if (wrong)
      return wrong;
  }
  if (!c->steps.count)
    return NULL;
  const sett_step *step = &c->steps.steps[pick (c, c->steps.count)];
  return step->transition == SETT_YIELD ? NULL
                                        : test_reads (c, v, holder, step);
}

/* Goes to a random transient state among the next ones. */
static unsigned walk_on (sett_model_checker *c) {
  const uint32_t count = c->steps.count;
  const uint64_t first = count ? pick (c, count) : 0;
  for (uint32_t i = 0; i < count; i++) {
    const sett_step *step = &c->steps.steps[(first + i) % count];
    if (!step->size || step->holder == SETT_NOBODY)
      continue;
    COPY (c->walk, c->steps.bytes + step->offset, step->size);
    return step->holder;
  }
  return SETT_NOBODY;
}

const char *sett_model_checker_test (sett_model_checker *c,
                                     const unsigned char *state,
                                     uint32_t size) {
  view v = {state, size};
  offer_sample (c, v);
  unsigned holder = SETT_NOBODY;
  for (unsigned i = 0; i < WALK; i++) {
    const char *wrong = test_steps (c, v, holder);
    if (wrong)
      return wrong;
    holder = walk_on (c);
    if (holder == SETT_NOBODY)
      break;
    v.at = c->walk.at;
    v.size = (uint32_t)c->walk.count;
  }
  return NULL;
}
