/* Running a program by several workers at a time, which share the search
   (shared/worker_pool.h). */

#ifndef SETT_PROGRAM_WORKERS_H
#define SETT_PROGRAM_WORKERS_H

#include "program/run_program.h"

struct sett_report;

/* What of a worker belongs to the result. */
typedef enum sett_taken {
  SETT_TAKEN_FOUND, /* its violations */
  SETT_TAKEN_PART,  /* all, and other workers go on from there */
  SETT_TAKEN_ALL
} sett_taken;

typedef struct sett_workers {
  sett_job job; /* its memory and time are those of all workers together */
  unsigned workers;
  const struct sett_transport *transport; /* null: there are no other ranks */
  /* Called for each shared memory that says something, while its pointers are
     valid. */
  void (*take) (void *context, const sett_shared *, sett_taken);
  void (*forget) (void *context); /* all that was taken, but for violations */
  /* Likewise of a worker of an earlier process, after another one. */
  void (*recall) (void *context, const sett_shared *,
                  const struct sett_report *, sett_taken);
  void *context;
} sett_workers;

/* Runs it to its end.  False, with a sentence, if the program could not be
   started or has ended before main. */
int sett_run_workers (const sett_workers *, sett_supervised *,
                      struct sett_text *error);

#endif
