/* Running a program by several workers at a time, which share the search
   (shared/workers.h). */

#ifndef SETT_PROGRAM_CREW_H
#define SETT_PROGRAM_CREW_H

#include "program/run.h"

typedef struct sett_crew {
  sett_job job; /* its memory and time are those of all workers together */
  unsigned workers;
  /* Called for each board that says something, while its pointers are valid.
     `counts`: it belongs to the result; otherwise only its violations do. */
  void (*take) (void *context, const sett_board *, int counts);
  void *context;
} sett_crew;

/* Runs it to its end.  False, with a sentence, if the program could not be
   started or has ended before main. */
int sett_run_crew (const sett_crew *, sett_supervised *,
                   struct sett_text *error);

#endif
