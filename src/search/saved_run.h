/* Checkpoints: what a search has done, saved so that another run can go on.

   A search is saved at a *quiet* moment: no state is half expanded, every state
   in the store has been entered or is pending somewhere.  Its orders say where
   these moments are (`sett_checkpoint_poll`).  What was cut by a limit is never
   saved: the watch warns first (base/watch.h). */

#ifndef SETT_SEARCH_SAVED_RUN_H
#define SETT_SEARCH_SAVED_RUN_H

#include "search/run.h"

/* With the budget, from one thread: is it time? */
void sett_checkpoint_look (sett_run *, double seconds);

static inline int sett_checkpoint_is_due (sett_run *run) {
  return atomic_load_explicit (&run->due, memory_order_relaxed);
}

/* Writes one; nobody searches.  If the watch has warned, that is the end. */
void sett_checkpoint_write (sett_run *);

/* Nothing that the worker does is half done. */
void sett_checkpoint_take (sett_worker *);

static inline void sett_checkpoint_poll (sett_worker *w) {
  if (w->run->options->checkpointing)
    sett_checkpoint_take (w);
}

/* Words that are pending; false: memory is exhausted. */
struct sett_saver;
struct sett_loader;
void sett_save_pile (struct sett_saver *, const sett_pile *);
int sett_restore_pile (struct sett_loader *, sett_pile *);

/* Instead of beginning: goes on from where the options say.  False: memory, or
   the loader has failed. */
int sett_checkpoint_restore (sett_run *);

#endif
