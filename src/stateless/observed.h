/* What threads were seen to do to objects, in all executions so far: a guess at
   what they may do, and so at which threads can matter to each other. */

#ifndef SETT_STATELESS_OBSERVED_H
#define SETT_STATELESS_OBSERVED_H

#include "base/vector.h"
#include "kernel/runner.h"

/* Threads that did something to an object, by what they did: only looked, or
   more. */
typedef struct sett_observed_object {
  sett_thread_set lookers, others;
} sett_observed_object;

typedef struct sett_observed {
  SETT_VECTOR (sett_observed_object) objects; /* by number */
  uint32_t threads;                           /* that there were at most */
  sett_thread_set created[SETT_MOST_THREADS]; /* by each thread, and by those */
  int ends_early; /* the program was seen to end while threads were alive */
} sett_observed;

void sett_observed_release (sett_observed *);

/* As bytes (saved.h). */
struct sett_saved;
void sett_observed_save (const sett_observed *, struct sett_saved *);
void sett_observed_load (sett_observed *, struct sett_saved *);

void sett_observed_learn (sett_observed *, const sett_log *);

/* As few threads as possible of which one can go first in the state before the
   event `index` of the log, if threads never do anything else than what was
   observed.  A guess: whoever relies on it must look whether what is explored
   then bears it out. */
sett_thread_set sett_observed_rivals (const sett_observed *, const sett_log *,
                                      uint32_t index);

#endif
