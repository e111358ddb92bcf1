/* What cannot be known from the effects of one event.

   An atomic block may touch this or that object, according to what it reads.
   To reverse races one must know what an event would do at another time.  So
   such an operation, at one place of one thread, counts as having all the
   effects that it was ever seen to have, and all of them as changes, but for
   what was only ever loaded.  Who looks what is ready (POLL) changes little,
   and who uses a file (FILE) changes only that: there, stores count as such,
   too.

   Updates commute with each other; but what does one compare with that waits
   for a value, if some of them come before and some after?  Updates of
   variables that are compared count as stores.

   When something new of this kind is seen, what was explored before relied on
   less: the search begins anew.  Nothing is missed in this way.  Let nothing
   new be seen in any execution explored, and let w e be one that is possible,
   with e the first event that does something unheard of.  All of w is known for
   what it is; so is e, by what its operation is known for, until it does the
   unheard of.  The search is complete for dependency as it is known: it has
   executed w and then e, and in between only what is known not to depend on e.
   These events have changed nothing that e is known to touch, be it to load it;
   so all that e reads until it does the unheard of has the values that it has
   behind w, and it does it there, too: it was seen.

   A place is whatever is known of the operation before it is executed, the same
   whenever its thread has come to the same point in the same way: the finer,
   the less counts for each. */

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

/* Is the event of this kind? */
int sett_footprint_counts (const sett_event *);

/* Learns from the events of a log from `start` on.  True: something new. */
int sett_footprints_learn (sett_footprints *, const sett_log *, uint32_t start);

/* Learns from one event, with the effects that it had. */
int sett_footprints_learn_one (sett_footprints *, const sett_event *,
                               const sett_effect *);

/* The log with all the effects that its events might have; itself, if there
   are no others. */
const sett_log *sett_footprints_extend (sett_footprints *, const sett_log *);

#endif
