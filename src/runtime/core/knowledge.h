/* What was learnt about the program in earlier executions.

   Events must mean the same in all executions of a search.  So when something
   is learnt that changes what events are, the search begins anew, with this
   knowledge (conduct->anew). */

#ifndef SETT_RUNTIME_KNOWLEDGE_H
#define SETT_RUNTIME_KNOWLEDGE_H

#include "runtime/core/engine.h"

/* Bits of sett_member.habits that others look at. */
enum {
  SETT_HABIT_DIES_EARLY = 1 << 5,
  SETT_HABIT_SIGNALLED = 1 << 6,
  SETT_HABIT_CALLS = 1 << 8
};

/* When a process begins: what is known of it by now. */
void sett_knowledge_open (void);

/* At the first choice of a replay: what the orders say that a search had
   learnt.  The search never repeated what was before. */
void sett_knowledge_load (void);

/* The same as words, in the shared memory. */
uint64_t *sett_knowledge_save (uint32_t *count);

/* Somebody asks whether locks are free. */
void sett_know_releases (void);
/* Semaphores are initialised, or destroyed, while threads come to wait. */
void sett_know_arrivals (void);
/* Somebody asks whether threads have ended. */
void sett_know_finishes (void);
/* Somebody cancels threads. */
void sett_know_cancelling (void);
/* Main ends before the program does. */
void sett_know_main_leaves (void);

/* Freeing races with other accesses, and that is not reported: it is an event
   of its own. */
void sett_know_frees (void);

/* Whether there is a race depends on the order of atomic updates that leave the
   value as it was: these are stores. */
void sett_know_updates (void);

/* Threads go round in vain: they give up then (vain.h). */
void sett_know_gives_up (void);

/* It matters in which order threads write to the standard streams (streams.c).
 */
void sett_know_ordered_output (void);

/* Functions for the end of the program are registered while there are several
   threads. */
void sett_know_at_exit (void);

/* Transitions are composed, and a thread does what is done already, which it
   knows, while others live: an event here, and when it is repeated. */
void sett_know_later (void);

/* The program has declared what its threads use (bounds.h), and does what no
   declaration names: it assumes something, which may end an execution, or has
   atomic blocks, which conflict with each other.  The declarations do not
   count. */
void sett_know_undeclared (void);

/* A thread closes descriptors that others use: when these begin to do so
   matters. */
void sett_know_calls (void);
void sett_know_calls_of (unsigned process);

/* A process ends while threads of it are alive. */
void sett_know_dies_early (unsigned process);

/* It forks while it has several threads. */
void sett_know_copied (void);

/* A process gets signals from others. */
void sett_know_signalled (unsigned process);

/* Several threads send to, or receive from, what has this key (queue.c, or a
   semaphore); with this bit: those who do so do not stand in line. */
#define SETT_NO_LINE ((uint64_t)1 << 50)
void sett_know_shared_queue (uint64_t key);
int sett_knows_shared_queue (uint64_t key);

/* The process whose first thread has this number; 0: there are too many. */
unsigned sett_know_process (unsigned thread);

/* The number of the k-th child of a thread; 0: there are too many. */
unsigned sett_know_birth (unsigned creator, uint32_t ordinal);

/* Memory of this process violates the discipline, and that was reported: it is
   visible from now on. */
void sett_know_promoted (unsigned process, const void *);
/* The same of a Java program, whose agent knows which (shared/errand.h). */
void sett_know_guests (void);

/* Special memory: the 8 bytes around an address. */
int sett_knows_visible (const void *);
int sett_knows_reported (const void *);
int sett_knows_mixed (const void *);
void sett_know_visible (const void *);
void sett_know_mixed (const void *);

/* ...that handlers of signals read: whoever writes it is watched (handlers.h).
 */
int sett_knows_handled (const void *);
void sett_know_handled (const void *);

/* Are there accesses to memory that are events? */
int sett_knows_visible_memory (void);

/* Does any of this memory have to be looked at granule by granule? */
int sett_knows_any_special (const void *, size_t);

#endif
