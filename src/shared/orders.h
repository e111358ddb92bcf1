/* What the supervisor orders: which search, of which program, and what counts
   as wrong. */

#ifndef SETT_SHARED_ORDERS_H
#define SETT_SHARED_ORDERS_H

#include "kernel/runner.h"

enum {
#define MUTANT(NAME, NUMBER, TEXT) SETT_RUN_MUTANT_##NAME = NUMBER,
#include "shared/mutant.def"
#undef MUTANT
};

typedef enum sett_task {
  SETT_TASK_SEARCH, /* explore */
  SETT_TASK_REPLAY, /* follow the orders' choices once, with full counterexample
                     */
  SETT_TASK_REPEAT, /* a test of resetting: the same schedule (seed 0), or
                       random ones, many times; is the output the same? */
} sett_task;

/* What accesses must keep, with the words of --discipline.  HB: report pairs
   that nothing orders; MLD: what one lock does not guard (MLD'); PLAIN_MLD:
   Savage's original, for comparison; NONE: nothing, every access is visible. */
#define SETT_DISCIPLINES(ROW)                                                  \
  ROW (HB, "hb")                                                               \
  ROW (MLD, "mld") ROW (PLAIN_MLD, "plain-mld") ROW (NONE, "none")
typedef enum sett_discipline {
#define ROW(NAME, WORD) SETT_DISCIPLINE_##NAME,
  SETT_DISCIPLINES (ROW)
#undef ROW
} sett_discipline;

/* The way back to an earlier state, with the words of --undo. */
#define SETT_UNDOS(ROW) ROW (REPLAY, "replay") ROW (CHECKPOINT, "checkpoint")
typedef enum sett_undo {
#define ROW(NAME, WORD) SETT_UNDO_##NAME,
  SETT_UNDOS (ROW)
#undef ROW
} sett_undo;

/* Failures on request: at most so many of each kind in an execution. */
typedef enum sett_failure {
#define FAILURE(NAME, ...) SETT_FAILURE_##NAME,
#include "shared/failure.def"
#undef FAILURE
  SETT_FAILURE_KINDS
} sett_failure;

#define SETT_LIST_OUTCOMES 2

/* When is it wrong to exit with another status than 0?  (exit_statuses.h) */
typedef enum sett_status_rule {
  SETT_STATUS_IGNORED,
  SETT_STATUS_DIFFERS, /* if other executions exit with 0 */
  SETT_STATUS_ANY,
} sett_status_rule;

typedef struct sett_orders {
  sett_task task;
  uint8_t search;     /* sett_stateless_kind */
  uint8_t discipline; /* sett_discipline */
  uint8_t undo;       /* sett_undo */
  uint8_t stateful;
  uint8_t all_errors;  /* go on after a violation */
  uint8_t list;        /* keep a line for every execution (list_* below);
                          SETT_LIST_OUTCOMES: with all its output */
  uint8_t exit_status; /* sett_status_rule */
  uint8_t deadlocks, assertions, races, leftovers; /* report them? */
  uint8_t infers_nothing; /* persistent sets come from declarations only */
  uint8_t must_end;       /* who waits for somebody to come is not at rest */
  uint8_t multi;          /* there are several processes, or may be */
  uint8_t alone;          /* ...made by one that was started alone */
  uint8_t local;          /* process-local branching */
  uint8_t hunts; /* walks by chance beside the search (stateless/hunt.h) */
  uint8_t failures[SETT_FAILURE_KINDS]; /* so many, at most */
  uint8_t gdb;         /* replay: 1 + the process that has real threads, for a
                          debugger's eyes; 0: none */
  uint8_t show_output; /* replay: the program's output goes where it would */
  uint32_t spacing;    /* of checkpoints, in events; 0: as seems best */
  uint8_t workers;     /* that may share the search */
  uint32_t threads;    /* that there can be: SETT_USUAL_THREADS, or
                          SETT_MOST_THREADS where these do not do */
  uint8_t reports;     /* ...and tell which parts are done, when asked */
  uint32_t era;        /* of this one, if it shares (pool.h); 0: it does not */
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
  const sett_choice *choices; /* replay: into the shared memory */
  uint32_t choice_count;
  char reach[64]; /* report executions that come to this label; "": none */
  /* What a counterexample said that the search had learned (see there), for a
     replay; what workers have learned so far, for a search. */
  const uint64_t *learned; /* into the shared memory */
  uint32_t learned_count;
  const unsigned char *from; /* likewise: what was saved, to go on from */
  uint64_t from_length;      /* 0: from the beginning */
  uint64_t save_at; /* tests: save after so many executions, and end; 0: not */
  int mutant;       /* tests: a deliberate error (mutant.def) */
  uint32_t declared_count;
  const uint64_t
      *declared; /* likewise: declarations of a file (declaration.h) */
} sett_orders;

#endif
