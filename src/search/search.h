/* Searches that store states: what they are asked and what they answer. */

#ifndef SETT_SEARCH_SEARCH_H
#define SETT_SEARCH_SEARCH_H

#include "base/vector.h"
#include "kernel/fault.h"
#include "kernel/model.h"
#include "kernel/path.h"
#include "search/explorer.h"
#include "store/store.h"

typedef enum sett_order { SETT_DEPTH_FIRST, SETT_BREADTH_FIRST } sett_order;

/* Limits that can end a search early; a bit set. */
enum {
  SETT_LIMIT_TIME = 1,
  SETT_LIMIT_MEMORY = 2,
  SETT_LIMIT_DEPTH = 4,
  SETT_LIMIT_INTERRUPT = 8,
  SETT_LIMIT_CYCLE = 16, /* stateless: a run came back to one of its states */
  SETT_LIMIT_EXECUTIONS = 32 /* of programs */
};

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
  double bytes_per_state;
} sett_statistics;

typedef struct sett_search_options {
  sett_explorer_options explorer; /* claim, fairness, reduction */
  sett_order order;
  sett_store_kind store;
  size_t bitstate_bytes;
  unsigned workers;
  double seconds; /* of this search, beside the watch; 0: no limit */
  uint64_t depth; /* 0: no limit */
  int sleep;      /* use sleep sets */
  int stateless;  /* store no states */
  int all_errors; /* go on after a violation */
  int check_deadlocks;
  int check_assertions;
  int check_model; /* test the model's declared facts on every step */
  int record;      /* note what is executed; without a claim only */
  int check_store; /* an exact table beside the store */
  /* Called from one thread about every tenth of a second; may be null. */
  void (*progress) (void *context, const sett_statistics *);
  void *progress_context;
  /* Set to non-zero to end the search, beside the watch; may be null. */
  const volatile int *interrupted;
} sett_search_options;

typedef struct sett_violation {
  sett_fault fault;
  sett_step step;  /* the faulty step; for a deadlock its size is 0 and its
                      transition SETT_YIELD */
  sett_path path;  /* of the first one; verified; ends in the fault */
  uint64_t count;  /* how many times it was seen */
  uint64_t places; /* deadlocks: a hash of where the processes are */
} sett_violation;

typedef enum sett_verdict {
  SETT_VERIFIED, /* exhaustive, exact */
  SETT_VIOLATED,
  SETT_BOUNDED,       /* a limit was hit; nothing found */
  SETT_PROBABILISTIC, /* lossy store; nothing found */
  SETT_ERROR          /* Sett itself is wrong: see `message` */
} sett_verdict;

typedef struct sett_result {
  sett_verdict verdict;
  unsigned limits_hit;
  SETT_VECTOR (sett_violation)
  violations;               /* distinct by fault and statement
                               (deadlocks: by where the processes
                               are); at most 100 of a fault with
                               all_errors */
  uint64_t violations_seen; /* all of them, also those not kept */
  sett_statistics statistics;
  int exhaustive;                 /* every behaviour was explored */
  struct sett_coverage *coverage; /* with `record`; owned */
  char message[256];
} sett_result;

void sett_search (sett_model *, const sett_search_options *, sett_result *);
void sett_result_release (sett_result *);

#endif
