/* Workers on several machines: the processes of MPI, each with workers of its
   own, and what they tell each other (base/transport.h).

   Parts of the search go to ranks by their numbers: the k-th rank of n has the
   parts k, k + n, k + 2 n, ...  An era (shared/worker_pool.h) is that of all
   ranks: whoever ends it tells the others, and at its end all know why. */

#ifndef SETT_PROGRAM_WORKER_RANKS_H
#define SETT_PROGRAM_WORKER_RANKS_H

#include "base/transport.h"
#include "shared/worker_pool.h"

struct sett_results;

typedef struct sett_worker_ranks {
  const sett_transport *transport; /* null: there are no others */
  uint64_t sent, received;
  int told;   /* the others, that the era is over */
  int heard;  /* ...by one of them */
  int mutant; /* tests: a deliberate error (shared/mutant.def) */
} sett_worker_ranks;

/* How an era went, of one rank, and of all. */
typedef struct sett_era_end {
  uint64_t failed;  /* could not be run */
  uint64_t decided; /* nothing is left to be done */
  uint64_t again;   /* it must be run as a system */
  uint64_t wide;    /* ...with more threads */
  uint64_t taught;  /* something was learnt */
  uint64_t refuted; /* there are more parts */
} sett_era_end;

/* During an era: is it over for another rank?  Tells the others. */
int sett_worker_ranks_hear (sett_worker_ranks *);
void sett_worker_ranks_tell (sett_worker_ranks *);

/* Collective: the numbers of all ranks that say yes; the pool of who has taught
   is everybody's.  Otherwise all have the refutations of all.  Those that have
   found other parts than others have `taught`
   that there must be one worker. */
void sett_worker_ranks_settle (sett_worker_ranks *, sett_era_end *, sett_pool *,
                               uint64_t era);

/* Collective: everybody gets the pool of the first rank. */
void sett_worker_ranks_share (const sett_worker_ranks *, sett_pool *);

/* Collective: the first rank gets what the others have found. */
void sett_worker_ranks_gather (const sett_transport *, struct sett_results *);

#endif
