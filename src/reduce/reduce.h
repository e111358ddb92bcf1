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
  SETT_PROVISO_DEBTS,  /* the search sees to it that every state leads to one
                          that is expanded in full */
  SETT_PROVISO_STATIC, /* the reduction looks at loops of processes */
  SETT_PROVISO_LATER   /* breadth first, level by level: what is selected leads
                          to a later level, or the search expands in full */
} sett_proviso;

typedef struct sett_reduction {
  sett_reduction_kind kind;
  sett_proviso proviso;
  int relates;     /* knows which transitions commute */
  int keeps_order; /* of visible transitions: for claims */
  int sleeps;      /* sleep sets are used with it */
  int steady;      /* must select the same whenever a state is asked for */
  int selective;   /* leaves out states where only one process can go on */
  int whole;       /* two-phase: the states on the way are not stored, either,
                      so that what is selected is a function of the state */
  int fair;        /* keeps weak fairness: see discreet.c */
  sett_reduction_kind sets; /* leap, xleap: of ample, persistent or stubborn
                               ones */
  int extends;     /* xleap: extend always, not only when the search asks */
  int check;       /* tests what is selected: see check_reduce.h */
  unsigned mutant; /* 0, or a deliberate error: for tests only */
} sett_reduction;

typedef struct sett_reducer sett_reducer;

/* The model must have a `control` if the reduction relates.  What is known of
   the model can be shared with another reducer of the same thread, which must
   live longer; null: with none. */
sett_reducer *sett_reducer_create (sett_model *, const sett_reduction *,
                                   const sett_reducer *sharing);
void sett_reducer_destroy (sett_reducer *);

/* See sett_expander_record. */
struct sett_coverage;
void sett_reducer_record (sett_reducer *, struct sett_coverage *);

/* Successors of a state of the model. */
typedef struct sett_selection {
  const sett_sink *sink; /* their steps are the last ones on the way; stable
                            states and violations only, as from sett_expand */
  uint32_t passed;       /* the first so many states were only passed on the
                            way to others: they count as visited, but need
                            not be explored */
  int reduced;           /* something was left out */
  int stuck;             /* the state has no step at all */
} sett_selection;

/* The successors to explore; all of them when `full`.  Valid until the next
   call. */
sett_selection sett_reducer_select (sett_reducer *, const unsigned char *state,
                                    uint32_t size, int full);

/* Of two-phase: the states of the phase from the last state that something was
   selected for (none: there was no phase). */
struct sett_state_list;
const struct sett_state_list *sett_reducer_trip (const sett_reducer *);

/* What was learnt in other states decides what is tried in the next ones.  A
   search that goes on from where another was gets it, before it begins. */
struct sett_saver;
struct sett_loader;
void sett_reducer_save (const sett_reducer *, struct sett_saver *);
void sett_reducer_restore (sett_reducer *, struct sett_loader *);

/* With `check`: a sentence about what is wrong with the reduction, or null. */
const char *sett_reducer_wrong (const sett_reducer *);

/* Appends to `path` the small steps from a state to one of those successors,
   or to the violation of `violating` when `target` is null; false if there are
   none. */
struct sett_path;
int sett_reducer_connect (sett_reducer *, const unsigned char *from,
                          uint32_t from_size, const unsigned char *target,
                          uint32_t target_size, const sett_step *violating,
                          int full, struct sett_path *);

#endif
