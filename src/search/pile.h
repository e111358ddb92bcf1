/* A bulk array of 64-bit words, for stacks and queues that may fill the
   memory: growing it can fail. */

#ifndef SETT_SEARCH_PILE_H
#define SETT_SEARCH_PILE_H

#include "base/memory.h"

#include <stdint.h>

/* All zero bytes: empty and valid. */
typedef struct sett_pile {
  uint64_t *at;
  size_t count;
  size_t room;
} sett_pile;

int sett_pile_grow (sett_pile *, size_t more);
void sett_pile_release (sett_pile *);

/* Drops the first so many words, and gives the memory of all but the others
   back. */
void sett_pile_drop (sett_pile *, size_t count);

/* Makes place for `more` words; false when memory is exhausted. */
static inline int sett_pile_fit (sett_pile *pile, size_t more) {
  return pile->room - pile->count >= more || sett_pile_grow (pile, more);
}

static inline void sett_pile_push (sett_pile *pile, uint64_t word) {
  pile->at[pile->count++] = word;
}

#endif
