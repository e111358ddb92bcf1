/* A search is saved, and another process goes on from there: the run-time's
   part of shared/search_saving.h.  What is known of the program, beside what
   was learnt, are the numbers of objects, pages that are shared, what threads
   use, names of pipes and the like.

   With several processes the leader saves what is known of all of them: it lies
   in the shared memory.

   For searches that compare no states. */

#ifndef SETT_RUNTIME_SAVING_H
#define SETT_RUNTIME_SAVING_H

#include "shared/search_saving.h"

/* Runs the program once. */
typedef const sett_log *sett_program_run (const sett_plan *);

/* The host, which saves and loads this beside the search. */
const sett_saving_host *sett_saving_init (sett_program_run *,
                                          void (*save_besides) (sett_saved *),
                                          void (*load_besides) (sett_saved *),
                                          uint64_t (*microseconds) (void));

/* The snapshot is about to be taken in the process that goes on. */
void sett_saving_load_tables (void);

#endif
