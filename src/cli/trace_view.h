/* A counter-example for people: the steps of a trace, run again. */

#ifndef SETT_CLI_TRACE_VIEW_H
#define SETT_CLI_TRACE_VIEW_H

#include "kernel/claim.h"
#include "kernel/trace.h"

struct sett_text;

typedef struct sett_trace_view {
  sett_model *model;
  const sett_trace *trace;
  const sett_claim *claim; /* of the property; null: none */
  const char *file;        /* of the trace; null: there is none */
  int abridge;             /* leave out the middle of a long one */
  int verbose;
} sett_trace_view;

/* Prints to standard output.  False, with the reason, when the replay departs
   from the trace. */
int sett_trace_view_print (const sett_trace_view *,
                           struct sett_text *departure);

#endif
