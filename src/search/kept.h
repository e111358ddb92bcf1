/* Which violations are the same, and which are kept: a violation at the same
   statement is one violation; so is a deadlock where the same processes are at
   the same places.  The first of each is kept, the others are counted. */

#ifndef SETT_SEARCH_KEPT_H
#define SETT_SEARCH_KEPT_H

#include "search/search.h"

/* A violation that was met, and the state in which it was, the model's part
   of it. */
typedef struct sett_met {
  sett_violation_kind violation;
  sett_step step;
  uint64_t places; /* deadlocks: see sett_kept_places */
  const unsigned char *state;
  uint32_t size;
} sett_met;

/* A hash of where the processes are; of the state itself if the model does not
   tell. */
uint64_t sett_kept_places (sett_model *, const unsigned char *state,
                           uint32_t size);

/* Counts the violation and says whether it is one to keep. */
int sett_kept_wants (sett_result *, sett_model *, int all_errors,
                     const sett_met *);

#endif
