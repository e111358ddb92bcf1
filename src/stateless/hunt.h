/* Walks by chance beside an exhaustive search, which stays in one corner for
   long: what is easy to find is found first.

   The hunt decides by what has been executed, never by the time that it took,
   so that the same search has the same walks at the same moments.  It says
   nothing about what is correct: whoever drives it takes from its logs what is
   wrong, and nothing else. */

#ifndef SETT_STATELESS_HUNT_H
#define SETT_STATELESS_HUNT_H

#include "kernel/runner.h"

typedef struct sett_hunt sett_hunt;

typedef struct sett_hunt_options {
  uint64_t seed;
  uint64_t after;       /* so many executions of the search */
  uint32_t most_events; /* of one walk */
} sett_hunt_options;

sett_hunt *sett_hunt_create (const sett_hunt_options *);
void sett_hunt_destroy (sett_hunt *);

/* An execution of the exhaustive search. */
void sett_hunt_watch (sett_hunt *, const sett_log *);

/* Is it time for a walk? */
int sett_hunt_is_due (const sett_hunt *);

/* The plan of the next walk, and what came of it, in turns. */
const sett_plan *sett_hunt_next (sett_hunt *);
void sett_hunt_learn (sett_hunt *, const sett_log *);

/* How far it is, as bytes (saved.h); null: there is none, and was none. */
struct sett_saved;
void sett_hunt_save (const sett_hunt *, struct sett_saved *);
void sett_hunt_load (sett_hunt *, struct sett_saved *);

/* Which kind of walk the last one was, from 1 on; "random walk" and the like
   (null if there is no such kind). */
unsigned sett_hunt_kind (const sett_hunt *);
const char *sett_hunt_kind_name (unsigned kind);

#endif
