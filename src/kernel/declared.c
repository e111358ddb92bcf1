/* See declared.h.

   A rendezvous is the sender's step; what its partner does is found as
   reductions find it (reduce/dependency.c): it is one of the transitions at the
   partner's location that share a handshake with the sender. */

#include "kernel/declared.h"

#include "base/assert.h"
#include "base/memory.h"

#include <string.h>

/* -------------------------------------------------------------- charts --- */

#define FIT(V, COUNT)                                                          \
  do {                                                                         \
    while ((V).room < (COUNT))                                                 \
      (V).at = sett_vector_grow ((V).at, &(V).room, sizeof *(V).at);           \
    (V).count = (COUNT);                                                       \
  } while (0)

void sett_chart_draw (sett_chart *c, sett_model *model,
                      const unsigned char *state, uint32_t size) {
  FIT (c->object, size);
  FIT (c->process, size);
  model->control->place_objects (model, state, size, c->object.at);
  c->count = model->control->standings (model, state, size, c->standings);
  uint32_t at = 0;
  for (unsigned p = 0; p <= c->count; p++) {
    const uint32_t end = p < c->count ? c->standings[p].record : size;
    SETT_ASSERT (at <= end && end <= size);
    for (; at < end; at++)
      c->process.at[at] = (uint16_t)(p ? p - 1 : SETT_NO_PROCESS);
  }
}

void sett_chart_release (sett_chart *c) {
  SETT_RELEASE (c->object);
  SETT_RELEASE (c->process);
}

/* ----------------------------------------------------- the whole model --- */

int sett_declared_meets (const sett_declared *d, const uint8_t *accesses) {
  for (uint32_t i = SETT_OBJECT_SELF + 1; i < d->control->objects; i++)
    if (accesses[i] & SETT_ACCESS_HANDSHAKE)
      return 1;
  return 0;
}

static int share_handshake (const sett_control *c, const uint8_t *a,
                            const uint8_t *b) {
  for (uint32_t i = SETT_OBJECT_SELF + 1; i < c->objects; i++)
    if (a[i] & b[i] & SETT_ACCESS_HANDSHAKE)
      return 1;
  return 0;
}

static void ask (sett_declared *d, const unsigned char *record,
                 unsigned process, uint32_t transition) {
  memset (d->scratch, 0, 2 * (size_t)d->control->objects);
  d->control->touches (d->model, record, process, transition, d->scratch,
                       d->scratch + d->control->objects);
}

static void survey_location (sett_declared *d, uint32_t number) {
  const sett_control *c = d->control;
  for (uint32_t i = 0; i < c->locations[number].count; i++) {
    ask (d, NULL, SETT_NO_PROCESS, c->locations[number].transitions[i]);
    if (sett_declared_meets (d, d->scratch))
      d->meets[number] = 1;
    if (d->scratch[SETT_OBJECT_HANDSHAKES] & SETT_ACCESS_READ)
      d->handshakes_are_watched = 1;
    for (uint32_t k = 0; k < c->types_count; k++)
      if (d->scratch[c->types[k].object] & SETT_ACCESS_READ)
        d->type_is_watched[k] = 1;
  }
}

void sett_declared_init (sett_declared *d, sett_model *model) {
  const sett_control *c = model->control;
  SETT_ASSERT (c && c->objects > SETT_OBJECT_HANDSHAKES);
  *d = (sett_declared){.model = model, .control = c};
  d->does = sett_zalloc (c->objects, 1);
  d->needs = sett_zalloc (c->objects, 1);
  d->scratch = sett_zalloc (c->objects, 2);
  d->type_is_watched = sett_zalloc (c->types_count + 1, 1);
  d->meets = sett_zalloc (c->locations_count + 1, 1);
  for (uint32_t i = 0; i < c->locations_count; i++)
    survey_location (d, i);
}

void sett_declared_release (sett_declared *d) {
  const sett_control *c = d->control;
  if (!c)
    return;
  sett_free (d->does, c->objects);
  sett_free (d->needs, c->objects);
  sett_free (d->scratch, 2 * (size_t)c->objects);
  sett_free (d->type_is_watched, c->types_count + 1);
  sett_free (d->meets, c->locations_count + 1);
}

/* --------------------------------------------------------------- steps --- */

static void add (sett_declared *d, uint32_t transition) {
  const uint32_t objects = d->control->objects;
  for (uint32_t i = 0; i < objects; i++) {
    d->does[i] |= d->scratch[i];
    d->needs[i] |= d->scratch[objects + i];
  }
  d->wild |= !!(d->control->flows[transition].properties &
                (SETT_WILD | SETT_ON_TIMEOUT));
}

/* Adds what a process may do as the partner of a step that does `does`. */
static void add_partner (sett_declared *d, const sett_chart *chart,
                         const unsigned char *state, unsigned process,
                         const uint8_t *does) {
  const sett_control *c = d->control;
  const sett_standing *at = &chart->standings[process];
  const sett_location *l = &c->locations[at->location];
  if (!d->meets[at->location])
    return;
  for (uint32_t i = 0; i < l->count; i++) {
    if (c->flows[l->transitions[i]].properties & SETT_OFFERS)
      continue;
    ask (d, state + at->record, process, l->transitions[i]);
    if (share_handshake (c, does, d->scratch))
      add (d, l->transitions[i]);
  }
}

static void start (sett_declared *d, const sett_chart *chart,
                   const unsigned char *state, unsigned process,
                   uint32_t transition) {
  memset (d->does, 0, d->control->objects);
  memset (d->needs, 0, d->control->objects);
  d->wild = 0;
  SETT_ASSERT (process < chart->count);
  ask (d, state + chart->standings[process].record, process, transition);
  add (d, transition);
}

void sett_declared_step (sett_declared *d, const sett_chart *chart,
                         const unsigned char *state, const sett_step *step) {
  start (d, chart, state, step->process, step->transition);
  if (step->partner == SETT_NO_PROCESS)
    return;
  uint8_t *offered = sett_alloc (d->control->objects);
  memcpy (offered, d->does, d->control->objects);
  add_partner (d, chart, state, step->partner, offered);
  sett_free (offered, d->control->objects);
}

void sett_declared_transition (sett_declared *d, const sett_chart *chart,
                               const unsigned char *state, unsigned process,
                               uint32_t transition) {
  start (d, chart, state, process, transition);
  if (!sett_declared_meets (d, d->needs))
    return;
  uint8_t *needed = sett_alloc (d->control->objects);
  memcpy (needed, d->needs, d->control->objects);
  for (unsigned p = 0; p < chart->count; p++)
    if (p != process)
      add_partner (d, chart, state, p, needed);
  sett_free (needed, d->control->objects);
}

int sett_declared_sees (sett_declared *d, const uint8_t *accesses,
                        const sett_chart *chart, const unsigned char *state,
                        unsigned process) {
  const sett_control *c = d->control;
  const sett_standing *at = &chart->standings[process];
  const sett_location *l = &c->locations[at->location];
  if (accesses[c->types[l->type].object])
    return 1;
  if (!d->meets[at->location])
    return 0;
  if (accesses[SETT_OBJECT_HANDSHAKES] & SETT_ACCESS_READ)
    return 1;
  for (uint32_t i = 0; i < l->count; i++) {
    ask (d, state + at->record, process, l->transitions[i]);
    if (share_handshake (c, accesses, d->scratch))
      return 1;
  }
  return 0;
}
