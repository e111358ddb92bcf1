/* What a worker of several has told of the parts that it has done (shared/
   parts_reporting.h), as bytes.  They come from a process that may have written
   anywhere, or from a file: nothing is believed that cannot be right. */

#ifndef SETT_PROGRAM_WORKER_REPORT_H
#define SETT_PROGRAM_WORKER_REPORT_H

#include "shared/shared.h"

typedef struct sett_report {
  unsigned char *at;
  size_t count; /* 0: there is none */
} sett_report;

void sett_report_release (sett_report *);

/* A copy, owned by the caller.  False: that is not a report. */
int sett_report_copy (sett_report *, const unsigned char *, size_t count);

size_t sett_report_part_count (const sett_report *);
/* Of an era: if it is of another one, none. */
int sett_report_each_part (const sett_report *, uint64_t era,
                           void (*visit) (void *context, uint32_t part),
                           void *context);

/* What was counted: into these fields; all else stays.  False: it is damaged.
 */
int sett_report_read_counts (const sett_report *, sett_shared *);

/* All of it: counts, and with them a list of executions, and schedules of
   violations and of executions that are kept, one by one. */
typedef struct sett_report_reader {
  sett_shared *counts;
  void (*list) (void *context, const char *bytes, size_t count);
  /* Its pointers are good until the next one; process: of one that is kept, or
     -1. */
  void (*found) (void *context, const sett_counterexample *, int process);
  void *context;
} sett_report_reader;
int sett_report_read (const sett_report *, const sett_report_reader *);

#endif
