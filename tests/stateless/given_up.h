/* Parts that are given up and divided anew (src/stateless/partition.c), on
   toys.

   A part is given up after some executions, by chance; then all of it is done
   again from the beginning, with the division that came of it: so what is found
   counts once.  Two workers take every other part, one after the other. */

#ifndef GIVEN_UP_H
#define GIVEN_UP_H

#include "stateless/observed.h"
#include "stateless/stateless.h"

enum { MOST_DIVISIONS = 8 };

/* Each division is of an era: those of eras before are old. */
typedef struct given_up_state {
  sett_division at[MOST_DIVISIONS];
  uint32_t eras[MOST_DIVISIONS], era, next[MOST_DIVISIONS];
  volatile uint32_t count;   /* of eras up to this one */
  uint32_t made, most;       /* in all, of a program */
  uint64_t all;              /* of all programs */
  uint64_t part, executions; /* of the part at hand */
  sett_observed seen;
} given_up_state;
extern given_up_state given_up;

/* What the two share. */
typedef struct given_up_share {
  uint64_t number;
  volatile uint64_t found; /* parts */
} given_up_share;

/* After an execution: gives its part up, or does not. */
int given_up_now (sett_stateless *, const sett_log *, uint64_t seed);

/* For a pool. */
uint64_t given_up_claim (void *share);
void given_up_note (void *share, const sett_division *);

void given_up_begin_era (sett_stateless_pool *, uint32_t era);
void given_up_release (void);

#endif
