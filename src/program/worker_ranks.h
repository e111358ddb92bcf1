/* Workers on several machines: the processes of MPI, each with workers of its
   own, and what they tell each other (base/transport.h).

   Parts of the search go to ranks by their numbers: the k-th rank of n has the
   parts k, k + n, k + 2 n, ...  An era (shared/worker_pool.h) is that of all
   ranks: whoever ends it tells the others, and at its end all know why.  A rank
   whose workers have ended says so, and waits for the others: it hears what
   they tell until then. */

#ifndef SETT_PROGRAM_WORKER_RANKS_H
#define SETT_PROGRAM_WORKER_RANKS_H

#include "base/transport.h"
#include "program/rank_divisions.h"
#include "shared/worker_pool.h"

struct sett_results;
struct sett_saved;

typedef struct sett_worker_ranks {
  const sett_transport *transport; /* null: there are no others */
  uint64_t sent, received;
  int told;                   /* the others, that the era is over */
  int heard;                  /* ...by one of them */
  unsigned ended;             /* others whose workers have ended */
  struct sett_saved *told_by; /* what is being told by each */
  sett_rank_divisions divisions;
  /* What another rank tells the first one for checkpoints. */
  void (*take) (void *context, unsigned rank, const struct sett_saved *);
  void *context;
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

/* An era begins, in which parts can be given up; a pool of null: or not. */
void sett_worker_ranks_begin (sett_worker_ranks *, sett_pool *);

/* During an era: is it over for another rank?  Tells the others. */
int sett_worker_ranks_hear (sett_worker_ranks *);
void sett_worker_ranks_tell (sett_worker_ranks *);

/* To the first rank. */
void sett_worker_ranks_send (sett_worker_ranks *, const struct sett_saved *);

/* During an era, and until those of all have ended: who divides what next, and
   is anything left?  over: there are no workers here any more. */
void sett_worker_ranks_tend (sett_worker_ranks *, int over);

/* The workers of this rank have ended: says so once; have those of all? */
void sett_worker_ranks_say_end (sett_worker_ranks *);
int sett_worker_ranks_have_ended (sett_worker_ranks *);

void sett_worker_ranks_release (sett_worker_ranks *);

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
