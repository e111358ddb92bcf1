/* A search by several processes, each with a store of its own: see ranks.c. */

#ifndef SETT_SEARCH_RANKS_H
#define SETT_SEARCH_RANKS_H

#include "base/transport.h"
#include "search/run.h"

typedef struct sett_ranks sett_ranks;

sett_ranks *sett_ranks_create (sett_run *, const sett_transport *);
void sett_ranks_destroy (sett_ranks *); /* accepts null */

/* Are handles of states references to the store? */
void sett_ranks_keep_states (sett_ranks *, int in_store);

/* Of the entries of the worker from `first` on those stay that are its own; the
   others go to whom they belong.  What it has met lately goes nowhere. */
void sett_ranks_route (sett_worker *, size_t first);

/* Something is wrong with the worker's current state, or one of its steps. */
typedef struct sett_remote {
  uint64_t violation;
  sett_step step;       /* the violating one, if it is one */
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

/* Places of states: a rank, and an index there. */
#define SETT_NO_PLACE UINT64_MAX
uint64_t sett_ranks_place (const sett_run *, uint64_t index); /* of this rank */
uint64_t sett_ranks_index (uint64_t place);
int sett_ranks_is_own (const sett_run *, uint64_t place);

/* A level, by the first worker with all others: visit it, finish, and agree
   whether anybody has found something to go on with. */
void sett_ranks_visit_level (sett_worker *);
void sett_ranks_finish_level (sett_worker *);
int sett_ranks_agree (sett_worker *, uint64_t found);

/* Collective: sums; the place that comes with the least key; bytes of the one
   whose the place is. */
void sett_ranks_sum (const sett_run *, uint64_t *numbers, unsigned count);
uint64_t sett_ranks_least (const sett_run *, uint64_t key, uint64_t place);
void sett_ranks_broadcast (const sett_run *, uint64_t place, void *, size_t);

/* Collective: reports the cycle through these states, which are in reverse
   order and begin and end with the same one. */
void sett_ranks_report_lasso (sett_worker *, const uint64_t *places,
                              size_t count);

/* violations.c: keeps the run along the states of the trail, the last of which
   is the same as number `cycle`. */
void sett_violations_keep_lasso (sett_worker *, const sett_keep *states,
                                 const sett_trail *, size_t cycle);

/* saved_run.c: what a rank knows beside its store and its queue. */
struct sett_saver;
struct sett_loader;
void sett_ranks_save (const sett_ranks *, struct sett_saver *);
int sett_ranks_restore (sett_ranks *, struct sett_loader *); /* 0: memory */

/* Adds up the numbers of all ranks. */
void sett_ranks_statistics (sett_run *, sett_statistics *);

int sett_ranks_start (sett_worker *, const sett_entry *root);
void sett_ranks_first (sett_worker *);
void sett_ranks_trail (const sett_worker *, sett_trail *);

#endif
