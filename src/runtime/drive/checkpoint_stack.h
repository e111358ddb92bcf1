/* Checkpoints: a search that goes back need not run everything again.

   A checkpoint is made before a choice between threads; they form a stack, in
   the order of the events of the execution at hand.  The next execution goes on
   from the deepest one before which its plan agrees with what was done; the
   deeper ones are forgotten.  If there is none, the snapshot serves.

   The execution is then the same as if it had been run from the snapshot.  To
   that end a checkpoint has the program's memory, with the world (pages.h), how
   far the log goes, what matters for races, and how much output there is.  Who
   owns pages is dated instead (sett_checkpoint_knows).  What the kernel keeps
   cannot be part of it: while descriptors, files or mappings differ from those
   of the snapshot, no checkpoint is made or used. */

#ifndef SETT_RUNTIME_CHECKPOINT_STACK_H
#define SETT_RUNTIME_CHECKPOINT_STACK_H

#include "runtime/core/engine.h"

/* The snapshot was taken. */
void sett_checkpoint_begin (void);

/* The running thread stands before a choice, and the engine has the turn. */
void sett_checkpoint_push (void);

/* Before an execution: returns true if it goes on from a checkpoint; then only
   what is done before each execution remains to be done. */
int sett_checkpoint_resume (const sett_plan *);

/* Events mean something else from now on. */
void sett_checkpoint_forget (void);

/* Is what happened in that execution, when there were so many events, part of
   the past of the present one?  True only for older executions. */
int sett_checkpoint_knows (uint64_t execution, uint32_t count);

#endif
