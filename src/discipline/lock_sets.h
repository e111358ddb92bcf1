/* Sets of locks, each with a number: the same set has the same number.  Number
   0 is the empty set.

   Programs hold few different sets of locks, and compare them all the time. */

#ifndef SETT_DISCIPLINE_LOCK_SETS_H
#define SETT_DISCIPLINE_LOCK_SETS_H

#include <stddef.h>
#include <stdint.h>

typedef struct sett_lock_sets sett_lock_sets;

sett_lock_sets *sett_lock_sets_create (void);
void sett_lock_sets_destroy (sett_lock_sets *);

/* The set of these locks, in any order; the array is sorted. */
uint32_t sett_lock_sets_number (sett_lock_sets *, uintptr_t *locks,
                                size_t count);

/* What two sets have in common. */
uint32_t sett_lock_sets_common (sett_lock_sets *, uint32_t, uint32_t);

#endif
