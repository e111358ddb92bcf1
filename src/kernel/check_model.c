/* What reductions trust is tested: the accesses of kernel/control.h.

   Writes, on every step: each byte that differs between the states before and
   after must lie in the record of the mover or of its partner in a rendezvous,
   or in an object that the step touches otherwise than by reading, or in the
   record of a process that is born or dies by a step that says so.  If somebody
   looks at the processes of a type from outside, a step that changes one of
   them must touch the object of the type; if somebody watches handshakes, one
   that comes to or leaves a place where a rendezvous is possible must touch
   these.

   Reads, on every step of the first states and one by chance of later ones:
   objects that it does not touch, and the records of processes that it does not
   see, are overwritten by what they are in another reachable state, which a
   small reservoir sample provides, and the model is asked again.  The same step
   must still be there with the same effect on every byte that it may write: the
   byte gets the same value, or it is left alone both times.

   Needs, of transitions where processes stand, possible or not: the same is
   done with all that it does not need, its own variables included if these are
   not needed.  It must be possible as before, or not as before.

   A foreign state is used only if it has the same processes (by name): then
   everything lies in the same place there.  What is wild, or waits for a
   timeout, may depend on everything; its reads are not tested.

   A hopeless model is never reduced, and its C code need not survive states
   that are made up: only its writes are tested. */

#include "kernel/check_model.h"

#include "base/assert.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/vector.h"
#include "kernel/declared.h"

#include <stdio.h>
#include <string.h>

#define SAMPLE 16      /* states in the reservoir */
#define GENEROUS 3000u /* states of which every step is tested, and often */
#define OFTEN 6
#define WALK 64 /* transient states visited from one stable state */

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
  sett_sink again;                     /* of the state with foreign parts */
  SETT_VECTOR (unsigned char) foreign; /* that state */
  SETT_VECTOR (unsigned char) walk;    /* transient state of the walk */
  sett_text structure;                 /* names of the processes of the state */
  sett_declared declared;
  sett_chart chart;        /* of the state */
  sett_chart next;         /* of a state after it */
  sett_chart other;        /* of the sample */
  unsigned char *is_taken; /* by object: from the sample */
  char message[256];
};

typedef struct view {
  const unsigned char *at;
  uint32_t size;
} view;

sett_model_checker *sett_model_checker_create (sett_model *model,
                                               uint64_t seed) {
  sett_model_checker *c = sett_zalloc (1, sizeof *c);
  c->model = model;
  c->random = seed;
  sett_sink_init (&c->steps);
  sett_sink_init (&c->again);
  if (!model->control)
    return c;
  sett_declared_init (&c->declared, model);
  c->is_taken = sett_zalloc (model->control->objects, 1);
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
  SETT_RELEASE (c->walk);
  sett_text_release (&c->structure);
  if (c->is_taken)
    sett_free (c->is_taken, c->model->control->objects);
  sett_declared_release (&c->declared);
  sett_chart_release (&c->chart);
  sett_chart_release (&c->next);
  sett_chart_release (&c->other);
  sett_free (c, sizeof *c);
}

static uint64_t pick (sett_model_checker *c, uint64_t below) {
  SETT_ASSERT (below);
  c->random += 0x9e3779b97f4a7c15u;
  return sett_scale64 (sett_mix64 (c->random), below);
}

static view after (const sett_sink *sink, const sett_step *step) {
  SETT_ASSERT (step->offset + step->size <= sink->bytes_used);
  const view v = {sink->bytes + step->offset, step->size};
  return v;
}

/* `object` is the one to which it happens: SETT_OBJECT_SELF for none. */
static const char *complain (sett_model_checker *c, unsigned process,
                             uint32_t transition, const char *what,
                             uint32_t object) {
  const sett_transition *t = c->model->transition (c->model, transition);
  const sett_control *control = c->model->control;
  snprintf (c->message, sizeof c->message,
            "the model's accesses are wrong: process %u at %s:%u (%.80s) "
            "%s%s%.40s",
            process, t->file ? t->file : "?", t->line, t->text ? t->text : "?",
            what, object ? " " : "",
            object ? control->name_object (c->model, object) : "");
  return c->message;
}

static const char *complain_of (sett_model_checker *c, const sett_step *step,
                                const char *what, uint32_t object) {
  return complain (c, step->process, step->transition, what, object);
}

/* -------------------------------------------------------------- writes --- */

static int takes_part (const sett_step *step, unsigned process) {
  return process == step->process ||
         (process == step->partner && process != SETT_NO_PROCESS);
}

static int changes (const sett_model_checker *c, uint32_t object) {
  return (c->declared.does[object] & ~SETT_ACCESS_READ) != 0;
}

/* May the step change the byte at this place of the chart? */
static int may_change (const sett_model_checker *c, const sett_chart *chart,
                       const sett_step *step, uint32_t place) {
  const sett_control *control = c->model->control;
  const unsigned process = chart->process.at[place];
  const uint32_t object = chart->object.at[place];
  const unsigned lasting =
      c->chart.count < c->next.count ? c->chart.count : c->next.count;
  if (process != SETT_NO_PROCESS && process >= lasting)
    return c->declared.does[SETT_OBJECT_PROCESSES] &
           (SETT_ACCESS_BIRTH | SETT_ACCESS_DEATH);
  if (object == SETT_NO_OBJECT)
    return 0;
  if (object != SETT_OBJECT_SELF)
    return changes (c, object);
  if (process == SETT_NO_PROCESS || takes_part (step, process))
    return 1;
  const uint32_t location = chart->standings[process].location;
  return changes (c, control->types[control->locations[location].type].object);
}

static int differs (view a, view b, uint32_t place) {
  return place >= a.size || place >= b.size || a.at[place] != b.at[place];
}

static const char *test_bytes (sett_model_checker *c, view before, view next,
                               const sett_step *step) {
  const uint32_t longer = before.size > next.size ? before.size : next.size;
  for (uint32_t i = 0; i < longer; i++) {
    if (!differs (before, next, i))
      continue;
    const sett_chart *chart = i < before.size ? &c->chart : &c->next;
    if (may_change (c, chart, step, i))
      continue;
    const uint32_t object = chart->object.at[i];
    if (object == SETT_NO_OBJECT || object == SETT_OBJECT_SELF)
      return complain_of (c, step,
                          chart->process.at[i] == SETT_NO_PROCESS
                              ? "changes what is no part of an object"
                              : "changes another process",
                          SETT_OBJECT_SELF);
    return complain_of (c, step,
                        "changes what it does not declare as written:", object);
  }
  return NULL;
}

/* Has the step changed a process, which is there before and after? */
static int has_changed (const sett_model_checker *c, view before, view next,
                        unsigned process) {
  for (uint32_t i = c->chart.standings[process].record;
       i < before.size && c->chart.process.at[i] == process; i++)
    if (c->chart.object.at[i] == SETT_OBJECT_SELF && differs (before, next, i))
      return 1;
  return 0;
}

static int meets (const sett_model_checker *c, const sett_chart *chart,
                  unsigned process) {
  return process < chart->count &&
         c->declared.meets[chart->standings[process].location];
}

static int has_moved (const sett_model_checker *c, unsigned process) {
  return process >= c->chart.count || process >= c->next.count ||
         c->chart.standings[process].location !=
             c->next.standings[process].location;
}

/* Do those who look at processes from outside hear of what the step does? */
static const char *test_moves (sett_model_checker *c, view before, view next,
                               const sett_step *step) {
  const sett_control *control = c->model->control;
  const unsigned most =
      c->chart.count > c->next.count ? c->chart.count : c->next.count;
  for (unsigned p = 0; p < most; p++) {
    if (c->declared.handshakes_are_watched && has_moved (c, p) &&
        (meets (c, &c->chart, p) || meets (c, &c->next, p)) &&
        !changes (c, SETT_OBJECT_HANDSHAKES))
      return complain_of (c, step, "moves a process without telling about",
                          SETT_OBJECT_HANDSHAKES);
    if (p >= c->chart.count || p >= c->next.count)
      continue;
    const uint32_t type =
        control->locations[c->chart.standings[p].location].type;
    if (c->declared.type_is_watched[type] && has_changed (c, before, next, p) &&
        !changes (c, control->types[type].object))
      return complain_of (c, step, "changes a process without telling about",
                          control->types[type].object);
  }
  return NULL;
}

static const char *test_writes (sett_model_checker *c, view before,
                                const sett_step *step) {
  const view next = after (&c->steps, step);
  SETT_ASSERT (step->transition < c->model->transitions);
  sett_declared_step (&c->declared, &c->chart, before.at, step);
  sett_chart_draw (&c->next, c->model, next.at, next.size);
  const char *wrong = test_bytes (c, before, next, step);
  if (wrong || c->model->control->hopeless)
    return wrong;
  return test_moves (c, before, next, step);
}

/* ------------------------------------------------------------- samples --- */

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
  SETT_ASSERT (place < SAMPLE && place < c->met);
  release_sample (s);
  name_processes (c, v);
  s->structure = sett_strdup (sett_text_get (&c->structure));
  s->size = v.size;
  s->state = sett_alloc (v.size);
  memcpy (s->state, v.at, v.size);
}

static const sample *choose_sample (sett_model_checker *c, view v) {
  const sample *s = &c->samples[pick (c, c->met < SAMPLE ? c->met : SAMPLE)];
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

/* ------------------------------------------------------------ mixtures --- */

/* What is to stay as it is: by its accesses, and these processes (those of a
   step, or SETT_NO_PROCESS). */
typedef struct kept {
  const uint8_t *accesses;
  unsigned process, partner;
} kept;

static void take_objects (sett_model_checker *c, const sample *s, kept k) {
  const uint32_t objects = c->model->control->objects;
  for (uint32_t o = 0; o < objects; o++)
    c->is_taken[o] = o != SETT_OBJECT_SELF && !k.accesses[o] && pick (c, 2);
  for (uint32_t i = 0; i < s->size; i++) {
    const uint32_t object = c->chart.object.at[i];
    if (object < objects && c->is_taken[object])
      c->foreign.at[i] = s->state[i];
  }
}

static void take_record (sett_model_checker *c, const sample *s,
                         unsigned process) {
  for (uint32_t i = c->chart.standings[process].record;
       i < s->size && c->chart.process.at[i] == process; i++)
    if (c->chart.object.at[i] == SETT_OBJECT_SELF)
      c->foreign.at[i] = s->state[i];
}

/* Builds the state in which about half of what is not kept comes from the
   sample. */
static void mix (sett_model_checker *c, view v, const sample *s, kept k) {
  COPY (c->foreign, v.at, v.size);
  sett_chart_draw (&c->other, c->model, s->state, s->size);
  SETT_ASSERT (c->other.count == c->chart.count);
  take_objects (c, s, k);
  for (unsigned p = 0; p < c->chart.count; p++)
    if (p != k.process && p != k.partner && pick (c, 2) &&
        !sett_declared_sees (&c->declared, k.accesses, &c->chart, v.at, p) &&
        !sett_declared_sees (&c->declared, k.accesses, &c->other, s->state, p))
      take_record (c, s, p);
}

/* --------------------------------------------------------------- reads --- */

/* Does the step do the same in the state and in its mixture? */
static int same_effect (const sett_model_checker *c, view before, view next,
                        view next2, const sett_step *step) {
  if (next.size != next2.size)
    return 0;
  for (uint32_t i = 0; i < next.size; i++) {
    if (next.at[i] == next2.at[i] || !may_change (c, &c->next, step, i))
      continue;
    const int left_alone = i < before.size && next.at[i] == before.at[i] &&
                           next2.at[i] == c->foreign.at[i];
    if (!left_alone)
      return 0;
  }
  return 1;
}

static int same_name (const sett_step *a, const sett_step *b) {
  return a->process == b->process && a->transition == b->transition &&
         a->partner == b->partner && a->violation == b->violation &&
         !a->size == !b->size;
}

/* What fails within a rendezvous or a d_step is said of the statement that
   does, whose step it is not. */
static int has_wrong_name (const sett_model_checker *c, const sett_step *step) {
  const sett_standing *at = &c->chart.standings[step->process];
  const sett_location *l = &c->model->control->locations[at->location];
  for (uint32_t i = 0; i < l->count; i++)
    if (l->transitions[i] == step->transition)
      return sett_declared_meets (&c->declared, c->declared.does);
  return 1;
}

static const char *test_reads (sett_model_checker *c, view v, unsigned holder,
                               const sett_step *step) {
  const sample *s = choose_sample (c, v);
  sett_declared_step (&c->declared, &c->chart, v.at, step);
  if (!s || c->declared.wild || (!step->size && has_wrong_name (c, step)))
    return NULL;
  mix (c, v, s, (kept){c->declared.does, step->process, step->partner});
  const view next = after (&c->steps, step);
  if (step->size)
    sett_chart_draw (&c->next, c->model, next.at, next.size);
  sett_sink_clear (&c->again);
  c->model->steps (c->model, c->foreign.at, v.size, holder, &c->again);
  int found = 0;
  for (uint32_t i = 0; i < c->again.count; i++) {
    const sett_step *other = &c->again.steps[i];
    if (!same_name (step, other))
      continue;
    found = 1;
    if (!step->size || same_effect (c, v, next, after (&c->again, other), step))
      return NULL;
  }
  return complain_of (
      c, step,
      found ? "has an effect that depends on an object that it does not touch"
            : "is enabled by an object that it does not touch",
      SETT_OBJECT_SELF);
}

/* --------------------------------------------------------------- needs --- */

static int is_possible (const sett_sink *steps, unsigned process,
                        uint32_t transition) {
  for (uint32_t i = 0; i < steps->count; i++)
    if (steps->steps[i].process == process &&
        steps->steps[i].transition == transition)
      return 1;
  return 0;
}

static int has_failed (const sett_sink *steps) {
  for (uint32_t i = 0; i < steps->count; i++)
    if (!steps->steps[i].size)
      return 1;
  return 0;
}

static int is_constant (const sett_process_type *type, uint32_t place) {
  for (uint32_t i = 0; i < type->constants_count; i++)
    if (type->constants[i].from <= place &&
        place < type->constants[i].from + type->constants[i].size)
      return 1;
  return 0;
}

/* The process gets other variables, at the same location. */
static void take_variables (sett_model_checker *c, const sample *s,
                            unsigned process) {
  const sett_control *control = c->model->control;
  const sett_standing *at = &c->chart.standings[process];
  const uint32_t type = control->locations[at->location].type;
  if (c->other.standings[process].location != at->location)
    return;
  for (uint32_t i = at->record;
       i < s->size && c->chart.process.at[i] == process; i++)
    if (c->chart.object.at[i] == SETT_OBJECT_SELF &&
        !is_constant (&control->types[type], i - at->record))
      c->foreign.at[i] = s->state[i];
}

static const char *test_needs (sett_model_checker *c, view v, unsigned process,
                               uint32_t transition) {
  const sample *s = choose_sample (c, v);
  if (!s)
    return NULL;
  sett_declared_transition (&c->declared, &c->chart, v.at, process, transition);
  if (c->declared.wild)
    return NULL;
  const uint8_t *needs = c->declared.needs;
  mix (c, v, s, (kept){needs, process, SETT_NO_PROCESS});
  if (!needs[SETT_OBJECT_SELF])
    take_variables (c, s, process);
  sett_sink_clear (&c->again);
  c->model->steps (c->model, c->foreign.at, v.size, SETT_NO_PROCESS, &c->again);
  if (sett_declared_meets (&c->declared, needs) &&
      (has_failed (&c->steps) || has_failed (&c->again)))
    return NULL; /* see has_wrong_name */
  const int before = is_possible (&c->steps, process, transition);
  if (before == is_possible (&c->again, process, transition))
    return NULL;
  return complain (c, process, transition,
                   before ? "is disabled by an object that it does not need"
                          : "is enabled by an object that it does not need",
                   SETT_OBJECT_SELF);
}

/* --------------------------------------------------------------- steps --- */

/* Tests one thing, and tests it often as long as few states were met. */
static const char *test_often (sett_model_checker *c, view v, unsigned holder,
                               const sett_step *step, unsigned process,
                               uint32_t transition) {
  const unsigned times = c->met < GENEROUS ? OFTEN : 1;
  const char *wrong = NULL;
  for (unsigned i = 0; !wrong && i < times; i++)
    wrong = step ? test_reads (c, v, holder, step)
                 : test_needs (c, v, process, transition);
  return wrong;
}

static const char *test_all_writes (sett_model_checker *c, view v) {
  const char *wrong = NULL;
  for (uint32_t i = 0; !wrong && i < c->steps.count; i++) {
    const sett_step *step = &c->steps.steps[i];
    if (step->size && step->transition != SETT_YIELD)
      wrong = test_writes (c, v, step);
  }
  return wrong;
}

/* Of all steps, or one by chance. */
static const char *test_all_reads (sett_model_checker *c, view v,
                                   unsigned holder) {
  const uint32_t chosen =
      c->steps.count ? (uint32_t)pick (c, c->steps.count) : 0;
  const char *wrong = NULL;
  for (uint32_t i = 0; !wrong && i < c->steps.count; i++) {
    const sett_step *step = &c->steps.steps[i];
    if (step->transition != SETT_YIELD && (c->met < GENEROUS || i == chosen))
      wrong = test_often (c, v, holder, step, 0, 0);
  }
  return wrong;
}

/* Of all transitions where processes stand, or of one process by chance; in a
   state in which everybody may move. */
static const char *test_all_needs (sett_model_checker *c, view v) {
  const sett_control *control = c->model->control;
  const unsigned chosen =
      c->chart.count ? (unsigned)pick (c, c->chart.count) : 0;
  const char *wrong = NULL;
  for (unsigned p = 0; p < c->chart.count; p++) {
    const sett_location *l =
        &control->locations[c->chart.standings[p].location];
    if (c->met >= GENEROUS && p != chosen)
      continue;
    for (uint32_t i = 0; !wrong && i < l->count; i++)
      wrong = test_often (c, v, SETT_NO_PROCESS, NULL, p, l->transitions[i]);
  }
  return wrong;
}

static const char *test_steps (sett_model_checker *c, view v, unsigned holder) {
  sett_sink_clear (&c->steps);
  c->model->steps (c->model, v.at, v.size, holder, &c->steps);
  sett_chart_draw (&c->chart, c->model, v.at, v.size);
  const char *wrong = test_all_writes (c, v);
  if (c->model->control->hopeless)
    return wrong;
  if (!wrong)
    wrong = test_all_reads (c, v, holder);
  if (!wrong && holder == SETT_NO_PROCESS)
    wrong = test_all_needs (c, v);
  return wrong;
}

/* Goes to a random transient state among the next ones. */
static unsigned walk_on (sett_model_checker *c) {
  const uint32_t count = c->steps.count;
  const uint64_t first = count ? pick (c, count) : 0;
  for (uint32_t i = 0; i < count; i++) {
    const sett_step *step = &c->steps.steps[(first + i) % count];
    if (!step->size || step->holder == SETT_NO_PROCESS)
      continue;
    COPY (c->walk, c->steps.bytes + step->offset, step->size);
    SETT_ASSERT (c->walk.count == step->size);
    return step->holder;
  }
  return SETT_NO_PROCESS;
}

const char *sett_model_checker_test (sett_model_checker *c,
                                     const unsigned char *state,
                                     uint32_t size) {
  view v = {state, size};
  if (!c->model->control)
    return NULL;
  offer_sample (c, v);
  unsigned holder = SETT_NO_PROCESS;
  for (unsigned i = 0; i < WALK; i++) {
    const char *wrong = test_steps (c, v, holder);
    if (wrong)
      return wrong;
    holder = walk_on (c);
    if (holder == SETT_NO_PROCESS)
      break;
    v.at = c->walk.at;
    v.size = (uint32_t)c->walk.count;
  }
  return NULL;
}
