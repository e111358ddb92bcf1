/* Several workers, one store.  A worker that has nothing left waits until a
   busy one gives it a part of its stack. */

#ifndef SETT_SEARCH_PARALLEL_H
#define SETT_SEARCH_PARALLEL_H

#include "search/run.h"

#include <time.h>

typedef struct sett_sharing {
  pthread_mutex_t lock;
  pthread_cond_t mail;   /* a gift, the end, or the end of a pause */
  pthread_cond_t finish; /* a worker has finished, or pauses */
  unsigned waiting;      /* workers that wait for a gift */
  unsigned paused;       /* workers that wait until all is saved */
  int pausing;           /* all is to be saved: nobody takes a gift */
  unsigned running;      /* threads that have not returned */
  int over;              /* all workers wait and there are no gifts */
  char padding[SETT_LINE];
  atomic_uint hungry; /* waiting workers for which there is no gift yet */
  char more_padding[SETT_LINE];
} sett_sharing;

/* Runs the order of the run on all workers of the run. */
void sett_parallel_run (sett_run *);

/* Starts a thread for each worker from `first` on; gives how many could be
   started. */
unsigned sett_parallel_start (sett_run *, unsigned first, pthread_t *threads,
                              void *(*body) (void *));

/* For a wait that ends after a while, by the clock that never goes back. */
struct timespec sett_parallel_from_now (long nanoseconds);

/* Wakes up all who wait, since the run stops. */
void sett_sharing_wake (sett_sharing *);

/* Waits for a gift; false if there will be none. */
int sett_sharing_receive (sett_worker *);

void sett_sharing_give (sett_worker *);

/* Nothing that the worker does is half done: waits until all is saved. */
void sett_sharing_pause (sett_worker *);

/* Gives a part of the worker's stack away if somebody wants it. */
static inline void sett_sharing_offer (sett_worker *w) {
  sett_sharing *share = w->run->share;
  if (share && atomic_load_explicit (&share->hungry, memory_order_relaxed) &&
      sett_stack_pending (&w->stack) >= 2)
    sett_sharing_give (w);
}

#endif
