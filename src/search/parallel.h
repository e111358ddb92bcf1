/* Several workers, one store.  A worker that has nothing left waits until a
   busy one gives it a part of its stack. */

#ifndef SETT_SEARCH_PARALLEL_H
#define SETT_SEARCH_PARALLEL_H

#include "search/run.h"

typedef struct sett_gift {
  sett_stack stack;
  sett_keep keep;
} sett_gift;

typedef struct sett_share {
  pthread_mutex_t lock;
  pthread_cond_t mail;   /* a gift, or the end */
  pthread_cond_t finish; /* the last worker has finished */
  SETT_VECTOR (sett_gift) gifts;
  unsigned waiting; /* workers that wait for a gift */
  unsigned running; /* threads that have not returned */
  int over;         /* all workers wait and there are no gifts */
  char padding[SETT_LINE];
  atomic_uint hungry; /* waiting workers for which there is no gift yet */
  char more_padding[SETT_LINE];
} sett_share;

/* Runs the order of the run on all workers of the run. */
void sett_parallel_run (sett_run *);

/* Wakes up all who wait, since the run stops. */
void sett_share_wake (sett_share *);

/* Waits for a gift; false if there will be none. */
int sett_share_receive (sett_worker *);

void sett_share_give (sett_worker *);

/* Gives a part of the worker's stack away if somebody wants it. */
static inline void sett_share_offer (sett_worker *w) {
  sett_share *share = w->run->share;
  if (share && atomic_load_explicit (&share->hungry, memory_order_relaxed) &&
      sett_stack_pending (&w->stack) >= 2)
    sett_share_give (w);
}

#endif
