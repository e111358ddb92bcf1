/* The locking discipline of one variable: what is known of its uses in an
   execution.

   Write x -> y if x happens before y (vector clocks over all synchronisation).
   A use y is a *turn* if the variable is private when it comes: every other use
   x either comes after it, y -> x, or was handed over to the thread of y.
   Memory is handed over by creating a thread, to it, and by joining one, from
   it; and whatever happens before comes back to a thread whose own the memory
   is (its stack, its thread-local variables).  So initialisation consists of
   turns, and private memory is used in turns only.

   Turns are in order with all other uses, and divide them into *phases*.  The
   discipline: in each phase either nobody writes, or some one lock is held at
   every use that is not a turn.

   Why it can be trusted.
   (1) It is a property of the order ->, not of the way in which an execution
       happened to be run: turns and phases are defined by the order alone.
   (2) Two uses that race break it: neither is before the other, so none of them
       is a turn, no turn is between them, and no lock is held at both, which
       would have ordered them.
   (3) If no execution that is explored breaks it, none of them has a race, by
       (2).  Then each execution of the program is equivalent to one that was
       explored (races.h): has the same order.  So by (1) none breaks it.
   (4) More uses make turns into others that are none, and never the reverse;
       they merge phases and take locks away.  So what breaks the discipline in
       part of an execution does so in all of it, and can be reported at once.

   (3) is what Stoller's theorems 3', 5' and 6' say of MLD', in which the thread
   that initialises is given beforehand, and does so in one transition.  Here it
   is found in the order.  MLD (Savage) takes whoever comes first, as it
   happens, whether ordered or not; which is why (1) fails for it. */

#ifndef SETT_DISCIPLINE_PHASES_H
#define SETT_DISCIPLINE_PHASES_H

#include "discipline/lock_sets.h"

/* A use by a thread, when its own clock stood so. */
typedef struct sett_use {
  unsigned thread;
  uint32_t clock;
  const void *before; /* a clock: of each thread, what happens before */
  const void *given;  /* ...and was handed over to this thread */
  uint32_t locks;     /* that guard it (lock_sets.h) */
  int writes;
} sett_use;

/* Memory for the phases of many variables, all of which end together. */
typedef struct sett_phase_memory sett_phase_memory;

/* Clocks have words of 32 bits, one for each thread.  Those of 64 threads stand
   in a row, those of the next 64 so many bytes behind them. */
enum { SETT_PHASE_ROW = 64 };
sett_phase_memory *sett_phase_memory_create (uintptr_t bytes_to_next_row);
void sett_phase_memory_destroy (sett_phase_memory *);
/* ...which is now. */
void sett_phase_memory_clear (sett_phase_memory *);

sett_lock_sets *sett_phase_lock_sets (sett_phase_memory *);

/* Room for whatever else ends with them. */
void *sett_phase_memory_take (sett_phase_memory *, size_t);

/* Is it known to everybody, now and later, that this thread had come so far? */
void sett_phase_memory_forget_by (sett_phase_memory *,
                                  int (*is_settled) (unsigned thread,
                                                     uint32_t clock));

typedef struct sett_phases sett_phases;

sett_phases *sett_phases_create (sett_phase_memory *);
sett_phases *sett_phases_copy (sett_phase_memory *, const sett_phases *);

/* One more use; false: the discipline is broken. */
int sett_phases_use (sett_phase_memory *, sett_phases *, const sett_use *);

#endif
