/* Process-local reduction (--reduce local): which of the threads that can go on
   have to, in a state of a system of processes.

   A search asks for it in its plans (`locally`); the runner knows what its
   threads are about to do, and asks here what follows. */

#ifndef SETT_STATELESS_LOCAL_REDUCTION_H
#define SETT_STATELESS_LOCAL_REDUCTION_H

#include "kernel/thread_set.h"

/* The process that made the last step. */
typedef struct sett_local_view {
  sett_thread_set alive; /* its threads */
  sett_thread_set local; /* of these: whose next operation no other process can
                            notice, hinder or make possible */
  int signalled;         /* signals can come to it at any time */
} sett_local_view;

/* Those of a mask of enabled threads that are a persistent set; all of them if
   that is not known.  Not empty if the mask is not. */
sett_thread_set sett_local_reduction (const sett_local_view *,
                                      sett_thread_set enabled);

#endif
