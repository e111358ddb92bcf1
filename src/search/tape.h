/* A sequence of words that only grows at its end; the first ones may be on
   disk.  What is read there is read in whole blocks, of which the last one
   stays at hand. */

#ifndef SETT_SEARCH_TAPE_H
#define SETT_SEARCH_TAPE_H

#include "search/pile.h"
#include "store/spool.h"

typedef struct sett_tape {
  sett_spool spool;
  sett_pile pile;  /* those in memory: number `first` and what follows */
  uint64_t first;  /* so many are on disk: a multiple of a block's */
  uint64_t *block; /* that was read last; SETT_SPOOL_BLOCK bytes */
  uint64_t number; /* of this block */
} sett_tape;

int sett_tape_open (sett_tape *, sett_disk *); /* as sett_spool_open */
void sett_tape_close (sett_tape *);            /* also when all zero */

static inline uint64_t sett_tape_count (const sett_tape *tape) {
  return tape->first + tape->pile.count;
}

/* The words from number `from` on, which are in memory. */
uint64_t *sett_tape_tail (const sett_tape *, uint64_t from);

/* Drops all behind the first so many; those are in memory. */
void sett_tape_cut (sett_tape *, uint64_t count);

/* False: the disk has failed. */
int sett_tape_get (sett_tape *, uint64_t index, uint64_t *word);

/* Brings the words to disk, but for those that do not fill a block, and gives
   the memory back.  False: the disk is full, or has failed. */
int sett_tape_spill (sett_tape *);

#endif
