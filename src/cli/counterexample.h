/* A counter-example for people: the steps of a trace, run again. */

#ifndef SETT_CLI_COUNTEREXAMPLE_H
#define SETT_CLI_COUNTEREXAMPLE_H

#include "kernel/claim.h"
#include "kernel/trace.h"

struct sett_text;

typedef struct sett_counterexample {
  sett_model *model;
  const sett_trace *trace;
  const sett_claim *claim; /* of the property; null: none */
  const char *file;        /* of the trace; null: there is none */
  int abridge;             /* leave out the middle of a long one */
  int verbose;
} sett_counterexample;

/* Prints to standard output.  False, with the reason, when the replay departs
   from the trace. */
int sett_counterexample_print (const sett_counterexample *,
                               struct sett_text *departure);

#endif
