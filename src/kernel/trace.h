/* A trace: a counter-example in a file, with all that is needed to run it
   again.

   The file is JSON, made for reading by people too (one step per line):

     { "sett-trace": 1, "input": "m.pml",
       "options": { "allow_c": false, "static": true, "merging": true },
       "property": { "kind": "ltl", "name": "p", "formula": "<>q" or null,
                     "fair": false },
       "model": "<preprocessed source>",
       "violation": { "fault": "ASSERTION", "kind": "assertion",
                      "message": "...", "where": "m.pml:12" },
       "initial": "16 hex digits" or null,
       "cycle": 3,
       "steps": [ { "process": 0, "name": "P (0)", "transition": 12 or null,
                    "partner": null, "holder": null, "where": "m.pml:3",
                    "statement": "x = 1", "hash": "16 hex digits" or null } ] }

   A hash is XXH3-64 of the state after the step, null if there is none.  The
   initial state is not a step.  A deadlock is what is found after the last
   step; every other violation of a step is the last one's (or the initial
   state's).

   "property" is there when the model was checked for more than violations of
   steps and deadlocks, and "cycle" when the run goes on for ever: see path.h.
   What kinds of properties there are, and what their names mean, is the
   business of who loads models. */

#ifndef SETT_KERNEL_TRACE_H
#define SETT_KERNEL_TRACE_H

#include "base/vector.h"
#include "kernel/violation.h"
#include "kernel/model.h"

struct sett_path;
struct sett_text;

#define SETT_TRACE_VERSION 1

typedef struct sett_trace_step {
  uint32_t transition; /* may be SETT_YIELD */
  uint16_t process;
  uint16_t partner, holder; /* may be SETT_NO_PROCESS */
  int has_hash;
  uint64_t hash;
  char *name, *where, *statement; /* for people; owned */
} sett_trace_step;

/* What the model was checked for; all zero: violations and deadlocks. */
typedef struct sett_trace_property {
  char *kind;
  char *name, *formula; /* null: none */
  int fair;
} sett_trace_property;

typedef struct sett_trace {
  char *input;  /* name of the model's file */
  char *source; /* preprocessed */
  int allow_c;
  int resets, merges; /* static reductions that the steps are steps of */
  sett_violation_kind violation;
  char *message, *where;
  int has_initial;
  uint64_t initial; /* hash of the initial state */
  SETT_VECTOR (sett_trace_step) steps;
  int lasso;
  size_t cycle;
  sett_trace_property property;
} sett_trace;

uint64_t sett_trace_hash (const unsigned char *state, uint32_t size);

/* Fills a trace from a path that ends in `violation`; `transition` is the
   violating one's (SETT_YIELD for a deadlock).  The strings are copied.
   `resets` and `merges` are left 0. */
void sett_trace_fill (sett_trace *, sett_model *, const struct sett_path *,
                      sett_violation_kind, uint32_t transition,
                      const char *input, const char *source, int allow_c);

/* The strings are copied; name and formula may be null. */
void sett_trace_set_property (sett_trace *, const char *kind, const char *name,
                              const char *formula, int fair);

/* False, with a sentence that names the file, when it cannot be written (the
   old file, if any, is then untouched) or is not a valid trace. */
int sett_trace_save (const sett_trace *, const char *path,
                     struct sett_text *error);
int sett_trace_load (sett_trace *, const char *path, struct sett_text *error);

void sett_trace_release (sett_trace *);

#endif
