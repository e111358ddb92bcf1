/* What a run found, in the words that reports use.

   Reports know neither searches nor stores: the command fills this in. */

#ifndef SETT_REPORT_OUTCOME_H
#define SETT_REPORT_OUTCOME_H

#include "kernel/verdict.h"

#include <stddef.h>
#include <stdint.h>

typedef enum sett_tone { SETT_GOOD, SETT_BAD, SETT_DOUBTFUL } sett_tone;

typedef struct sett_outcome_violation {
  const char *kind;
  const char *message;
  const char *property; /* its title; null: safety */
  const char *where;    /* "" if nowhere */
  const char *trace;    /* name of the file; null: none was written */
  uint64_t steps;
  uint64_t count;       /* times it was seen; 0: not known */
  const char *hunter;   /* a walk by chance of this kind found it... */
  uint64_t walk;        /* ...and number; null: the search */
  int lasso;            /* the run goes on for ever, */
  uint64_t cycle;       /* repeating the steps after this one */
  struct json_t *story; /* the steps and all about them (view/story.h); null:
                           is not told */
} sett_outcome_violation;

/* One of the properties that were to be checked. */
typedef struct sett_outcome_property {
  const char *title;   /* "safety", "ltl p: [] x" */
  int is_safety;       /* end states and assertions */
  const char *verdict; /* or "not checked" */
  sett_tone tone;
  const char *reduction;
  uint64_t states, transitions;
  double seconds;
} sett_outcome_property;

/* One that was not executed. */
typedef struct sett_outcome_statement {
  const char *process; /* type */
  const char *file;
  uint32_t line;
  const char *text;
  int reached; /* a process stood there, but it was never possible */
} sett_outcome_statement;

/* Something that was seen and weakens the verdict, or is worth knowing. */
typedef struct sett_outcome_note {
  const char *text;
  const char *where; /* "" if nowhere */
  uint64_t count;
  int bounds; /* the verdict is weaker because of it */
} sett_outcome_note;

/* Of a program that was run, not of a model. */
typedef struct sett_outcome_program {
  const char *memory_model;
  int instrumented;   /* accesses to memory were seen */
  uint64_t in_vain;   /* executions in which threads gave up waiting */
  uint64_t assumed;   /* executions that an assumption ended */
  uint64_t cut;       /* executions that were too long */
  uint64_t dead_ends; /* executions in an order that turned out impossible */
  uint64_t events;    /* operations executed */
  uint64_t longest;   /* of one execution */
  uint64_t threads;   /* at most */
  uint64_t processes; /* at most; 0: it is a single program */
  uint64_t workers;   /* 0: one */
  uint64_t matched;   /* executions that came to a known state */
  int stateful;
  uint64_t walks; /* by chance, beside the executions of the search */
  const sett_outcome_note *notes;
  size_t notes_count;
} sett_outcome_program;

typedef struct sett_outcome {
  const char *version;
  const char *input;
  const char *search, *reduction, *store;
  const char *device;  /* that searched; null: the processor */
  unsigned processors; /* that came first although there is a device; or 0 */
  const char *verdict; /* "verified", ... */
  sett_tone tone;
  const char *error;   /* the reason when the verdict is "error", else null */
  const char *meaning; /* of the verdict, if nothing was found; null: that of
                          the properties and limits */
  const sett_outcome_program *program; /* null: it is a model */
  int checked_deadlocks, checked_assertions;
  const sett_outcome_property *properties;
  size_t properties_count;
  const char *limits[SETT_LIMITS]; /* those that were hit */
  size_t limits_count;
  const sett_outcome_violation *violations;
  size_t violations_count;
  uint64_t violations_seen;
  int wants_unreached, knows_unreached; /* asked for; the search can tell */
  const sett_outcome_statement *unreached;
  size_t unreached_count;
  int lossy; /* `omission` and `fill` mean something */
  double omission, fill;
  uint64_t states, transitions, depth, peak_memory;
  uint64_t disk; /* bytes that were written there, at most at once */
  uint64_t executions, blocked; /* of stateless searches */
  double seconds, bytes_per_state;
  const char *estimate;      /* of the whole, a sentence; null: none... */
  uint64_t estimated;        /* ...states or executions; 0: unknown */
  const char *growth;        /* how fast it came, a sentence; null: none */
  const char *const *advice; /* what to do next, if it was too large */
  size_t advice_count;
  struct json_t *graph;    /* of the states of a small model; null: none */
  struct json_t *automata; /* of its processes; null: none */
} sett_outcome;

#endif
