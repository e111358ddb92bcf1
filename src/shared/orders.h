/* What the supervisor orders: which search, of which program, and what counts
   as wrong. */

#ifndef SETT_SHARED_ORDERS_H
#define SETT_SHARED_ORDERS_H

#include "kernel/runner.h"

typedef enum sett_task {
  SETT_TASK_SEARCH, /* explore */
  SETT_TASK_REPLAY, /* follow the orders' choices once, with full account */
  SETT_TASK_REPEAT, /* a test of resetting: the same schedule (seed 0), or
                       random ones, many times; is the output the same? */
} sett_task;

typedef enum sett_discipline {
  SETT_DISCIPLINE_HB,        /* report pairs of accesses that nothing orders */
  SETT_DISCIPLINE_MLD,       /* report what one lock does not guard (MLD') */
  SETT_DISCIPLINE_PLAIN_MLD, /* Savage's original, for comparison */
  SETT_DISCIPLINE_NONE,      /* report nothing: every access is visible */
} sett_discipline;

typedef enum sett_undo { SETT_UNDO_REPLAY, SETT_UNDO_CHECKPOINT } sett_undo;

/* Failures on request: at most so many of each kind in an execution. */
typedef enum sett_failure {
#define FAILURE(NAME, ...) SETT_FAILURE_##NAME,
#include "shared/failure.def"
#undef FAILURE
  SETT_FAULT_KINDS
} sett_failure;

#define SETT_LIST_OUTCOMES 2

typedef struct sett_orders {
  sett_task task;
  uint8_t search;     /* sett_stateless_kind */
  uint8_t discipline; /* sett_discipline */
  uint8_t undo;       /* sett_undo */
  uint8_t stateful;
  uint8_t all_errors;  /* go on after a violation */
  uint8_t list;        /* keep a line for every execution (list_* below);
                          SETT_LIST_OUTCOMES: with all its output */
  uint8_t exit_status; /* a status other than 0 is a violation */
  uint8_t deadlocks, assertions, races, leftovers; /* report them? */
  uint8_t infers_nothing; /* persistent sets come from declarations only */
  uint8_t must_end;       /* who waits for somebody to come is not at rest */
  uint8_t multi;          /* there are several processes, or may be */
  uint8_t alone;          /* ...made by one that was started alone */
  uint8_t local;          /* process-local branching */
  uint8_t hunts; /* walks by chance beside the search (stateless/hunt.h) */
  uint8_t faults[SETT_FAULT_KINDS]; /* so many, at most */
  uint8_t gdb;         /* replay: 1 + the process that has real threads, for a
                          debugger's eyes; 0: none */
  uint8_t show_output; /* replay: the program's output goes where it would */
  uint32_t spacing;    /* of checkpoints, in events; 0: as seems best */
  uint8_t workers;     /* that may share the search */
  uint32_t era;        /* of this one, if it shares (share.h); 0: it does not */
  uint64_t hunt_after; /* executions of the search */
  uint64_t divide_after; /* executions of the first era, at least... */
  double divide_seconds; /* ...and this time */
  int preemptions;       /* -1: any number */
  uint32_t spurious;     /* waits of a thread that may end without a reason */
  uint32_t random;       /* values of each random number; 0: one, by chance */
  uint64_t seed;
  uint64_t executions;   /* stop after so many; 0: no limit */
  uint64_t repeats;      /* search so often, for measuring */
  uint32_t most_events;  /* in one execution */
  double patience;       /* seconds of a thread without any event: more is a
                            divergence */
  double shrink_seconds; /* time for simpler counter-examples */
  const sett_choice *choices; /* replay: into the board */
  uint32_t choice_count;
  char reach[64]; /* report executions that come to this label; "": none */
  /* What an account said that the search had learned (see there), for a replay;
     what workers have learned so far, for a search. */
  const uint64_t *learned; /* into the board */
  uint32_t learned_count;
  uint32_t declared_count;
  const uint64_t *declared; /* likewise: declarations of a file (declared.h) */
} sett_orders;

#endif
