/* What cannot be known from the effects of one event.

   An atomic block may touch this or that object, according to what it reads.
   To reverse races one must know what an event would do at another time.  So
   such an operation, at one place of one thread, counts as having all the
   effects that it was ever seen to have, and all of them as changes.  Who looks
   what is ready (POLL) looks at this or that, but changes little, and who uses
   a file (FILE) changes only that: there, what was only ever read counts as
   read.

   Updates commute with each other; but what does one compare with that waits
   for a value, if some of them come before and some after?  Updates of
   variables that are compared count as stores.

   When something new of this kind is seen, what was explored before relied on
   less: the search begins anew.  Nothing is missed in this way: up to the first
   event that does something unheard of the search is complete, and that event
   depends on nothing but what is known, or it would not be what it is. */

#ifndef SETT_STATELESS_FOOTPRINT_H
#define SETT_STATELESS_FOOTPRINT_H

#include "base/vector.h"
#include "kernel/runner.h"

typedef struct sett_footprint {
  uintptr_t place;
  uint32_t object;
  uint8_t thread, operation;
  uint8_t kind; /* LOAD, STORE or CHANGE */
} sett_footprint;

typedef struct sett_footprints {
  SETT_VECTOR (sett_footprint) all; /* sorted */
  SETT_VECTOR (uint8_t) uses;       /* of variables */
  int mixed;                        /* is one both updated and compared? */
  sett_log log;                     /* a copy with all effects */
} sett_footprints;

void sett_footprints_release (sett_footprints *);

/* Is the operation of this kind? */
int sett_footprint_counts (sett_operation);

/* Learns from the events of a log from `start` on.  True: something new. */
int sett_footprints_learn (sett_footprints *, const sett_log *, uint32_t start);

/* Learns from one event, with the effects that it had. */
int sett_footprints_learn_one (sett_footprints *, const sett_event *,
                               const sett_effect *);

/* The log with all the effects that its events might have; itself, if there
   are no others. */
const sett_log *sett_footprints_extend (sett_footprints *, const sett_log *);

#endif
