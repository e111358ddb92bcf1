/* What a search knows, as bytes: written between two executions, and read by a
   search of another process, which goes on from there.

   Numbers are those of this machine.  What was written must be read in the same
   order; what cannot be right makes it fail, and is zero from then on. */

#ifndef SETT_STATELESS_SAVED_H
#define SETT_STATELESS_SAVED_H

#include "base/memory.h"
#include "kernel/runner.h"

#include <string.h>

typedef struct sett_saved {
  unsigned char *at;
  size_t count, room;
  size_t from; /* read so far */
  int failed;
  sett_effect *effects; /* of the event that was read last */
  size_t effect_room;
} sett_saved;

static inline void sett_saved_release (sett_saved *s) {
  sett_free (s->at, s->room);
  sett_free (s->effects, s->effect_room * sizeof *s->effects);
  *s = (sett_saved){0};
}

void sett_saved_put (sett_saved *, const void *, size_t);
void sett_saved_get (sett_saved *, void *, size_t);

static inline void sett_saved_put_number (sett_saved *s, uint64_t number) {
  sett_saved_put (s, &number, sizeof number);
}

static inline uint64_t sett_saved_get_number (sett_saved *s) {
  uint64_t number;
  sett_saved_get (s, &number, sizeof number);
  return number;
}

/* A number of things of `size` bytes at least that follow: more than are left
   is a failure. */
uint64_t sett_saved_get_count (sett_saved *, size_t size);

/* An event with its effects; those that were read are good until the next event
   is. */
void sett_saved_put_event (sett_saved *, const sett_event *,
                           const sett_effect *);
const sett_effect *sett_saved_get_event (sett_saved *, sett_event *);

/* A vector whose elements have no pointers. */
#define SETT_SAVE_VECTOR(S, V)                                                 \
  (sett_saved_put_number (S, (V).count),                                       \
   sett_saved_put (S, (V).at, (V).count * sizeof *(V).at))
#define SETT_LOAD_VECTOR(S, V)                                                 \
  do {                                                                         \
    uint64_t more_ = sett_saved_get_count (S, sizeof *(V).at);                 \
    for ((V).count = 0; more_; more_--)                                        \
      sett_saved_get (S, SETT_PUSH_SLOT (V), sizeof *(V).at);                  \
  } while (0)

/* A plan with all that belongs to it: to run it again. */
typedef struct sett_saved_plan {
  sett_plan plan;
  sett_choice *choices;
  sett_sleeper *sleepers;
  sett_event *events; /* of these */
  sett_effect *effects;
  uint32_t effect_count;
  uint16_t priority[SETT_MOST_THREADS];
  uint32_t *changes;
} sett_saved_plan;

/* As it was handed out: before what came of it is learnt. */
void sett_saved_put_plan (sett_saved *, const sett_plan *);
void sett_saved_get_plan (sett_saved *, sett_saved_plan *);
void sett_saved_plan_release (sett_saved_plan *);

/* A digest of all that a log says; of its events alone. */
uint64_t sett_saved_digest (const sett_log *);
uint64_t sett_saved_digest_of_events (const sett_log *);

#endif
