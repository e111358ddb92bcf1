/* A search is saved, and another process goes on from there.

   What is saved is what the search knows (stateless/saved.h) and what is known
   of the program: what was learnt, the numbers of objects, pages that are
   shared, names of pipes and the like; and what was counted and found.  It is
   written into the shared memory when the supervisor asks, and the supervisor
   puts it into a file.

   Who goes on runs the last execution again and compares it with what it was:
   the program must be the same, with the same addresses, or else nothing that
   was saved means anything.

   With several processes the leader saves what is known of all of them: it lies
   in the shared memory.

   For searches that compare no states. */

#ifndef SETT_RUNTIME_SAVING_H
#define SETT_RUNTIME_SAVING_H

#include "stateless/stateless.h"

/* Shall the search go on from something that was saved?  Then it does so; the
   last execution is run again. */
int sett_saving_is_resumed (void);
void sett_saving_resume (sett_stateless *,
                         const sett_log *(*run) (const sett_plan *),
                         void (*load_besides) (struct sett_saved *));

/* The snapshot is about to be taken in the process that goes on. */
void sett_saving_load_tables (void);

/* Around each execution of the search, of this plan: before it, and when it was
   learnt.  True: it was saved, and shall not go on. */
void sett_saving_before (const sett_stateless *, const sett_plan *);
int sett_saving_after (const sett_stateless *,
                       void (*save_besides) (struct sett_saved *));

/* A schedule, as bytes. */
struct sett_counterexample;
void sett_saving_put_counterexample (struct sett_saved *,
                                     const struct sett_counterexample *);

#endif
