/* States of programs, for searches that end an execution in a state that was
   met before (--stateful).

   The state is the contents of all memory that was written since the snapshot,
   up to the stack pointers of the threads; what the threads are about to do;
   what the OS model has; and what of the past can still race, with the owners
   of pages (clocks.h, owners.h).  The future of an execution is a function of
   all that and of the choices to come: the run-time has no other memory that is
   not the same in all executions of a search (what it learns makes the search
   begin anew).  So two states that differ in nothing of that have the same
   future, and if one of them is worse than the other (clocks.h) it has all the
   violations of the other.  Addresses are compared as they are: that executions
   which do the same have the same ones is the heap's business (heap.h).

   What does not matter but differs (stale values in stacks) costs precision,
   never soundness (so no search may look up again a state that it has been in:
   it keeps the number); to have little of it, the run-time clears the stack
   below its own frames when it returns to the program (sett_visible_clean,
   sett_enter_cleanly, sett_state_clean).  Before the snapshot there are no
   states.

   States are known by 128 bits of hash. */

#ifndef SETT_RUNTIME_STATE_H
#define SETT_RUNTIME_STATE_H

#include "kernel/thread_set.h"
#include "stateless/saved.h"

#include <stdint.h>

struct sett_thread;

/* The program looks at the time: it is part of the state from now on. */
void sett_state_time_matters (void);

/* The running thread is about to change files: what it did to them, and in
   which order, is part of the state. */
void sett_state_files_change (void);

/* Clears the stack below the caller's frame. */
void sett_state_clean (void);

/* The search begins anew: so far nothing is known. */
void sett_state_forget (void);

/* As bytes, with their graph.  A process that goes on has repeated an execution
   with no state in mind.  Addresses of the run-time, in frames in which threads
   wait, can make states differ there that are the same: then they are met again
   as new ones, which costs time and nothing else, and is noted. */
void sett_state_save (sett_saved *);
void sett_state_load (sett_saved *);
void sett_state_resumed (void); /* all is loaded */

/* Several processes: this one has come to rest in its present state. */
void sett_state_tell (void);

/* In the event in which this one is made: it has not, but it is a copy of its
   parent as that is when the event begins. */
void sett_state_before_birth (void);
void sett_state_born (unsigned process, const struct sett_thread *child);

/* The program is in a state in which these threads can go on.  True: it is new,
   and known from now on. */
int sett_state_enter (sett_thread_set enabled);

/* A hash of the program's memory, without the stack of the running thread. */
uint64_t sett_state_of_memory (void);

#endif
