/* Progress, on standard error: one live line on a terminal, else plain lines
   after 1, 2, 4, 8, ... seconds. */

#ifndef SETT_REPORT_PROGRESS_H
#define SETT_REPORT_PROGRESS_H

#include "report/growth.h"

#include <stdint.h>
#include <stdio.h>

typedef struct sett_progress {
  FILE *file;
  const char *unit, *extent; /* "states", "depth" */
  int live;                  /* a terminal */
  int shown;                 /* a live line stands there */
  double next;               /* seconds: do not print before */
  double then; /* the last sample's time and states, for the rate */
  uint64_t states_then;
  const char *patience; /* is said once on a terminal, after a minute; null:
                           nothing */
  sett_growth growth;   /* of what was shown, or would have been */
} sett_progress;

typedef struct sett_progress_sample {
  double seconds; /* since the start */
  uint64_t states, depth, memory;
} sett_progress_sample;

void sett_progress_init (sett_progress *, FILE *);
/* Counts something else than states: "executions", "longest". */
void sett_progress_call (sett_progress *, const char *unit, const char *extent);
void sett_progress_show (sett_progress *, const sett_progress_sample *);
void sett_progress_end (sett_progress *); /* wipes the live line */

#endif
