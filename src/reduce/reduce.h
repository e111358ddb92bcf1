/* Reductions: which of the successors of a state must be explored.

   A reduction is consulted by a search.  It knows the model's control flow and
   what transitions touch (kernel/control.h), and nothing of stores.  What it
   selects is a function of the state alone; what a search must add to that
   (the provisos) is the search's business, and `sett_reduction` says which one
   it applies. */

#ifndef SETT_REDUCE_REDUCE_H
#define SETT_REDUCE_REDUCE_H

#include "kernel/expand.h"
#include "kernel/model.h"

typedef enum sett_reduction_kind {
  SETT_REDUCE_NONE,
  SETT_REDUCE_AMPLE,
  SETT_REDUCE_TWOPHASE,
  SETT_REDUCE_LEAP,
  SETT_REDUCE_XLEAP,
  SETT_REDUCE_PERSISTENT,
  SETT_REDUCE_STUBBORN
} sett_reduction_kind;

/* What keeps transitions from being put off for ever along a cycle. */
typedef enum sett_proviso {
  SETT_PROVISO_NONE,   /* enough for deadlocks */
  SETT_PROVISO_STACK,  /* depth first: the search looks for cycles */
  SETT_PROVISO_STATIC, /* the reduction looks at loops of processes */
} sett_proviso;

typedef struct sett_reduction {
  sett_reduction_kind kind;
  sett_proviso proviso;
  int keeps_order; /* of visible transitions: for claims */
  int selective;   /* leaves out states where only one process can go on */
  int extends;     /* xleap: extend always, not only when the search asks */
  unsigned mutant; /* 0, or a deliberate error: for tests only */
} sett_reduction;

#endif
