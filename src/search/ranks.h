/* A search by several processes, each with a store of its own: see ranks.c. */

#ifndef SETT_SEARCH_RANKS_H
#define SETT_SEARCH_RANKS_H

#include "base/transport.h"
#include "search/run.h"

typedef struct sett_ranks sett_ranks;

sett_ranks *sett_ranks_create (sett_run *, const sett_transport *);
void sett_ranks_destroy (sett_ranks *); /* accepts null */

/* Of the entries of the worker from `first` on those stay that are its own; the
   others go to whom they belong. */
void sett_ranks_route (sett_worker *, size_t first);

/* Something is wrong with the worker's current state, or one of its steps. */
typedef struct sett_remote {
  uint64_t violation;
  sett_step step;       /* the faulty one, if it is one */
  uint64_t last_step;   /* it comes after the state */
  uint64_t claimed;     /* the claim says so */
  uint64_t places;      /* deadlocks: see sett_violation */
  uint64_t key;         /* the same wherever it is found */
  uint64_t rank, index; /* where the state is */
  uint64_t count;
} sett_remote;

void sett_ranks_note (sett_worker *, const sett_remote *);

/* violations.c: builds the path along the states of the trail, which are in
   `states`, and keeps the violation. */
void sett_violations_keep_remote (sett_worker *, const sett_remote *,
                                  const sett_keep *states, const sett_trail *);

/* Adds up the numbers of all ranks. */
void sett_ranks_statistics (sett_run *, sett_statistics *);

int sett_ranks_start (sett_worker *, const sett_entry *root);
void sett_ranks_first (sett_worker *);
void sett_ranks_trail (const sett_worker *, sett_trail *);

#endif
