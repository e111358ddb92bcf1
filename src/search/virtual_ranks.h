/* What more ranks than there are would do: a count, for people who measure
   (SETT_VIRTUAL_RANKS=64 mpirun -n 1 sett check ...).

   One rank searches, and it is noted whom each state would belong to, what
   would be sent, and how much of each level is the largest share of one rank.
   Batches and their records are as long as they would be (ranks.c), as far as
   ranks find states in the order of one. */

#ifndef SETT_SEARCH_VIRTUAL_RANKS_H
#define SETT_SEARCH_VIRTUAL_RANKS_H

#include "store/store.h"

typedef struct sett_virtual_ranks sett_virtual_ranks;

/* By the environment; null: nobody wants to know. */
sett_virtual_ranks *sett_virtual_ranks_create (void);
void sett_virtual_ranks_destroy (sett_virtual_ranks *); /* accepts null */

/* A step; a new state; the end of a level.  Hashes are those of the states. */
void sett_virtual_ranks_step (sett_virtual_ranks *, uint64_t parent,
                              const sett_entry *, uint64_t hash);
void sett_virtual_ranks_state (sett_virtual_ranks *, uint64_t hash);
void sett_virtual_ranks_level (sett_virtual_ranks *);

/* One line on the standard error output. */
void sett_virtual_ranks_tell (const sett_virtual_ranks *);

#endif
