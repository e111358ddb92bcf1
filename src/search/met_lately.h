/* States that a search has met lately: a cache in which the hash of a state has
   one place, where the last one stays.  Whole states are compared, so that one
   that is said to be there was met. */

#ifndef SETT_SEARCH_MET_LATELY_H
#define SETT_SEARCH_MET_LATELY_H

#include <stdint.h>

typedef struct sett_met_lately {
  unsigned char *places; /* each a head and a state; null: none was met */
  uint32_t count;
  uint32_t room; /* of a place, in bytes; longer states are not kept */
  int coarse;    /* tests: sizes are compared, and no states */
} sett_met_lately;

void sett_met_lately_release (sett_met_lately *);

/* It will be asked for soon. */
void sett_met_lately_expect (const sett_met_lately *, uint64_t hash);

/* Is the state there?  It is from now on, if it fits. */
int sett_met_lately_meet (sett_met_lately *, uint64_t hash,
                          const unsigned char *state, uint32_t size);

#endif
