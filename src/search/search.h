/* Searches that store states: what they are asked and what they answer. */

#ifndef SETT_SEARCH_SEARCH_H
#define SETT_SEARCH_SEARCH_H

#include "base/vector.h"
#include "kernel/violation.h"
#include "kernel/model.h"
#include "kernel/path.h"
#include "kernel/verdict.h"
#include "search/explorer.h"
#include "store/store.h"

#include <stdatomic.h>

typedef enum sett_search_order {
  SETT_DEPTH_FIRST,
  SETT_BREADTH_FIRST
} sett_search_order;

typedef struct sett_statistics {
  uint64_t states;      /* stored stable states */
  uint64_t transitions; /* successors computed (stored or matched) */
  uint64_t depth;       /* longest path on the stack, or levels */
  uint64_t executions;  /* stateless: runs that came to an end */
  uint64_t blocked;     /* stateless: of these, with everything asleep */
  double seconds;
  double omission; /* see store.h */
  double fill;
  uint64_t store_bytes;
  uint64_t disk_bytes; /* that were written to disk */
  double bytes_per_state;
  uint64_t sampled, sampled_seen; /* see probing.h; 0: nothing is known */
  /* Of several ranks: threads of each; states of the one that has fewest, and
     most; messages that were sent, and their bytes. */
  uint64_t ranks, threads, fewest, most, messages, message_bytes;
} sett_statistics;

/* When and how a search saves what it has done, so that another can go on. */
struct sett_run;
typedef struct sett_checkpointing {
  double every;        /* seconds */
  volatile int *asked; /* set by a signal handler, cleared here */
  /* Writes it, by sett_search_save; called while nobody searches. */
  void (*write) (void *context, struct sett_run *, const sett_statistics *);
  void *context;
  uint64_t kill_at; /* tests: save at so many states, and die; 0: never */
  unsigned mutant;  /* tests: a deliberate error (mutant.def); 0: none */
} sett_checkpointing;

struct sett_violation;

typedef struct sett_search_options {
  sett_explorer_options explorer; /* claim, fairness, reduction */
  sett_search_order order;
  sett_store_kind store;
  size_t bitstate_bytes;
  unsigned workers; /* for which the reduction was chosen */
  unsigned threads; /* so many of them in fact; 0: as many */
  double seconds;   /* of this search, beside the watch; 0: no limit */
  uint64_t depth;   /* 0: no limit */
  uint64_t disk;    /* bytes that may be written to disk when memory is full;
                       0: none */
  const char *disk_folder; /* where */
  uint64_t spill_after; /* tests: when there are so many states, full or not */
  int sleep;            /* use sleep sets */
  int stateless;        /* store no states */
  int all_errors;       /* go on after a violation */
  int check_deadlocks;
  int check_assertions;
  int check_model; /* test the model's declared facts on every step */
  int record;      /* note what is executed; without a claim only */
  int check_store; /* an exact table beside the store */
  /* Called from one thread about every tenth of a second; may be null. */
  void (*progress) (void *context, const sett_statistics *);
  /* Called for each violation that is kept, by one thread at a time; may be
     null.  Its path stays as it is while the result is there. */
  void (*found) (void *context, const struct sett_violation *);
  void *context;                           /* of both */
  const struct sett_transport *transport;  /* to other ranks; null: alone */
  const sett_checkpointing *checkpointing; /* null: none */
  struct sett_loader *from; /* where a search was saved; null: begin */
  /* Set to non-zero to end the search, beside the watch: then it hits the limit
     of an interrupt; may be null. */
  const atomic_int *interrupted;
} sett_search_options;

typedef struct sett_violation {
  sett_violation_kind violation;
  sett_step step;  /* the violating step; for a deadlock its size is 0 and its
                      transition SETT_YIELD */
  sett_path path;  /* of the first one; verified; ends in the violation */
  uint64_t count;  /* how many times it was seen */
  uint64_t places; /* deadlocks: a hash of where the processes are */
} sett_violation;

typedef struct sett_result {
  sett_verdict verdict;
  unsigned limits_hit;
  SETT_VECTOR (sett_violation)
  violations;               /* distinct by violation and statement
                               (deadlocks: by where the processes
                               are); at most 100 of a violation with
                               all_errors */
  uint64_t violations_seen; /* all of them, also those not kept */
  sett_statistics statistics;
  int exhaustive;                 /* every behaviour was explored */
  struct sett_coverage *coverage; /* with `record`; owned */
  char message[256];
} sett_result;

void sett_search (sett_model *, const sett_search_options *, sett_result *);

/* Why such a search cannot be saved, as a sentence that goes on after what is
   refused; null: it can. */
const char *sett_search_refuses_checkpoints (const sett_search_options *);

/* Why several processes cannot search so (ranks.c); null: they can. */
const char *sett_search_refuses_ranks (const sett_search_options *);

/* Why states cannot go to disk in such a search (disk_breadth.c); null: they
   can. */
const char *sett_search_refuses_disk (const sett_search_options *);

/* Can it go on with so many threads, whatever it began with? */
int sett_search_fits_threads (const sett_model *, const sett_search_options *,
                              unsigned threads);

/* saved_run.c: what a search has done; what one found that has ended. */
struct sett_saver;
void sett_search_save (struct sett_run *, struct sett_saver *);
void sett_result_save (const sett_result *, struct sett_saver *);
void sett_result_restore (sett_result *, sett_model *, struct sett_loader *);

void sett_result_release (sett_result *);

#endif
