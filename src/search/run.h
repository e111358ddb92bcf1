/* One search while it runs: what its workers share and what each has for
   itself.  Internal to the searches. */

#ifndef SETT_SEARCH_RUN_H
#define SETT_SEARCH_RUN_H

#include "base/vector.h"
#include "kernel/check_model.h"
#include "search/explorer.h"
#include "search/frames.h"
#include "search/keep.h"
#include "search/lifo.h"
#include "search/search.h"
#include "search/stack.h"

#include <pthread.h>
#include <stdatomic.h>

#define SETT_GROUP 8 /* states whose successors are looked up together */
#define SETT_LINE 64 /* bytes that cores pass to each other at once */

struct sett_sharing;
struct sett_ranks;
struct sett_disk_breadth;
typedef struct sett_run sett_run;
typedef struct sett_worker sett_worker;

/* Handles of the states from the initial one to the current one. */
typedef struct sett_trail {
  SETT_VECTOR (uint64_t) handles;
} sett_trail;

typedef struct sett_counts {
  uint64_t states;
  uint64_t transitions;
  uint64_t depth;
  uint64_t executions; /* that came to an end; stateless only */
  uint64_t blocked;    /* of these, where all that could move was asleep */
} sett_counts;

struct sett_worker {
  sett_run *run;
  unsigned index;
  sett_explorer *explorers[SETT_GROUP];
  sett_model_checker *checker;    /* null unless asked for */
  struct sett_coverage *coverage; /* likewise */

  unsigned char *state; /* the current state; SETT_STORE_MAX_STATE bytes */
  uint32_t size;
  uint64_t handle;
  size_t depth;           /* steps from the initial state to the current one */
  const sett_sink *found; /* the steps out of the current state */

  /* The successors of a group of states that are looked up together: those
     of the i-th one that are to be entered are entries begins[i] to ends[i];
     those before them were only passed. */
  SETT_VECTOR (sett_entry) entries;
  size_t begins[SETT_GROUP], ends[SETT_GROUP];
  unsigned members; /* of the group, so far: the number of the current one */
  const sett_sink *violating[SETT_GROUP]; /* steps that are to be reported, of
                                          each; null: none */
  size_t committed;                       /* so many entries are in the store */

  sett_keep keep;
  sett_frames frames;         /* strictly depth first: the current path */
  sett_frames inner;          /* nested: that of the second search */
  sett_lifo cyan, pink;       /* nested, several workers: see cndfs.c */
  sett_stack stack;           /* depth first */
  uint32_t nodes[SETT_GROUP]; /* depth first: those of the group's states */
  sett_pile queue, parents;   /* breadth first: handles, indices of parents */
  size_t position;            /* breadth first: index of the group's first */
  size_t level_end;           /* breadth first: behind the level's last */

  uint64_t settled;  /* cycle_proviso.c: states */
  uint64_t left_out; /* those of them that were not expanded in full */
  struct sett_cycle_proviso_record
      *debts; /* cycle_proviso.c: null unless it is tested */

  struct sett_sleeper *sleeper; /* sleep_search.c: null with other orders */

  sett_counts counts;
  uint64_t unpolled; /* states visited since the last look at the budget */
  _Atomic uint64_t shown[5]; /* `counts` as other threads may see them */
  char padding[SETT_LINE];
};

struct sett_run {
  sett_model *model;
  const sett_search_options *options;
  sett_store *store;
  sett_worker **workers;
  unsigned workers_count;
  struct sett_sharing *share;     /* null when there is one worker */
  struct sett_ranks *ranks;       /* null: this process searches alone */
  struct sett_disk_breadth *disk; /* null: all is in memory */
  const struct sett_search_order_kind *order;
  uint64_t root; /* the initial state; strictly depth first only */
  SETT_VECTOR (sett_gift) gifts; /* parts of stacks that nobody has yet */
  double started;
  double next_report; /* seconds since the start */

  int restored;           /* goes on from where another run was */
  double next_checkpoint; /* seconds since the start */
  uint64_t saved_states;  /* at the last checkpoint */
  int short_of_memory;    /* something was refused */

  pthread_mutex_t lock; /* for what follows, except `stop` */
  sett_result *result;
  sett_store *exact; /* check_store: a table beside the store */
  uint64_t omitted;  /* check_store: states that a lossy store left out */
  int failed;        /* result->message says why */

  char padding[SETT_LINE];
  atomic_int stop; /* everybody is to finish */
  atomic_int due;  /* a checkpoint is to be written: see saved_run.h */
  atomic_uint limits_hit;
  atomic_int accepted; /* the claim accepts a run: one is enough */
  char more_padding[SETT_LINE];
};

static inline int sett_run_stopping (sett_run *run) {
  return atomic_load_explicit (&run->stop, memory_order_relaxed);
}

void sett_run_stop (sett_run *);
void sett_run_hit (sett_run *, unsigned limit);  /* and stop */
void sett_run_note (sett_run *, unsigned limit); /* but go on */
void sett_run_fail (sett_run *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void sett_run_statistics (sett_run *, sett_statistics *);

sett_worker *sett_worker_create (sett_run *, unsigned index);
void sett_worker_destroy (sett_worker *);

/* Copies the state of a handle; gives its size. */
uint32_t sett_worker_fetch (sett_worker *, uint64_t handle,
                            unsigned char *state);

/* Begins a group of at most SETT_GROUP states. */
void sett_worker_begin (sett_worker *);

/* Makes the state of a handle the current one and the next member of the
   group: finds its successors, reports what is wrong with them, and prepares
   to look them up. */
void sett_worker_expand (sett_worker *, uint64_t handle);

/* The same in two halves, for searches that may have to look again: if
   something was left out, which it says, nothing is reported yet. */
int sett_worker_find (sett_worker *, uint64_t handle);

/* Then, for member number `index`: either reports what is wrong with the steps
   that were found, or finds all successors instead, and reports. */
void sett_worker_report_found (sett_worker *, unsigned index, uint64_t handle);
void sett_worker_find_all (sett_worker *, unsigned index, uint64_t handle);

/* Adds the successors of the group to the store that are not there yet. */
void sett_worker_commit (sett_worker *);

/* The same for one state, in two halves, for searches that may have to look
   again.  Makes the state of a handle the current one, finds its successors
   and adds them to the store: they are the entries. */
void sett_worker_look_up (sett_worker *, uint64_t handle, sett_extent);

/* Reports what is wrong with the current state and the steps that were found
   last. */
void sett_worker_report (sett_worker *);

/* The model's part of the current state. */
const unsigned char *sett_worker_system (const sett_worker *, uint32_t *size);

/* Reports the violation of a step, if it is looked for, or a deadlock in the
   current state, which is stuck, unless it is a proper end. */
void sett_worker_report_violation (sett_worker *, const sett_step *);
void sett_worker_report_deadlock (sett_worker *);

/* Lets other threads see the counts. */
void sett_worker_show_counts (sett_worker *);

#endif
