/* A schedule of a program in a file, with all that is needed to run it again:
   how the program came about, its arguments, and the choices.
   docs/trace-format.md describes the file. */

#ifndef SETT_PROGRAM_PROGRAM_TRACE_H
#define SETT_PROGRAM_PROGRAM_TRACE_H

#include "program/system.h"
#include "program/explain.h"

#define SETT_PROGRAM_TRACE_VERSION 2

/* For people only. */
typedef struct sett_program_step {
  const char *thread, *where, *operation;
} sett_program_step;

typedef struct sett_program_trace {
  sett_system system; /* as it was, not prepared */
  sett_orders orders; /* the task is to replay; the choices are here */
  sett_violation_kind violation;
  const char *message, *where;
  SETT_VECTOR (sett_program_step) steps;
  sett_arena arena; /* of all strings and arrays */
} sett_program_trace;

/* From a counterexample.  Everything is copied. */
void sett_program_trace_fill (sett_program_trace *, const sett_system *,
                              const sett_orders *, sett_explainer *);

/* False, with a sentence that names the file, on failure. */
int sett_program_trace_save (const sett_program_trace *, const char *path,
                             struct sett_text *error);
int sett_program_trace_load (sett_program_trace *, const char *path,
                             struct sett_text *error);
void sett_program_trace_release (sett_program_trace *);

/* Does the file seem to be one of these, and not a model's? */
int sett_program_trace_is (const char *path);

#endif
