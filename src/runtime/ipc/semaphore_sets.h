/* Semaphores of System V: see semaphore_sets.c. */

#ifndef SETT_RUNTIME_SEMAPHORE_SETS_H
#define SETT_RUNTIME_SEMAPHORE_SETS_H

/* The process ends: what it wanted to be undone then is (SEM_UNDO), in an event
   that goes on. */
void sett_sets_undo (void);

#endif
