/* Running a program by several workers at a time, which share the search
   (shared/worker_pool.h). */

#ifndef SETT_PROGRAM_WORKERS_H
#define SETT_PROGRAM_WORKERS_H

#include "program/run_program.h"

typedef struct sett_workers {
  sett_job job; /* its memory and time are those of all workers together */
  unsigned workers;
  const struct sett_transport *transport; /* null: there are no other ranks */
  /* Called for each shared memory that says something, while its pointers are
     valid. `counts`: it belongs to the result; otherwise only its violations
     do. */
  void (*take) (void *context, const sett_shared *, int counts);
  void *context;
} sett_workers;

/* Runs it to its end.  False, with a sentence, if the program could not be
   started or has ended before main. */
int sett_run_workers (const sett_workers *, sett_supervised *,
                      struct sett_text *error);

#endif
