/* States of programs, for searches that end an execution in a state that was
   met before (--stateful).

   The state is the contents of all memory that was written since the snapshot,
   up to the stack pointers of the threads, and what the threads are about to
   do.  Two states that differ in nothing of that have the same future.  What
   does not matter but differs (stale values in stacks, the order of
   allocations) costs precision, never soundness.  States are known by 128 bits
   of hash. */

#ifndef SETT_RUNTIME_STATE_H
#define SETT_RUNTIME_STATE_H

#include <stdint.h>

struct sett_thread;

/* The program looks at the time: it is part of the state from now on. */
void sett_state_time_matters (void);

/* The running thread is about to change files: what it did to them, and in
   which order, is part of the state. */
void sett_state_files_change (void);

/* The search begins anew: so far nothing is known. */
void sett_state_forget (void);

/* Several processes: this one has come to rest in its present state. */
void sett_state_tell (void);

/* In the event in which this one is made: it has not, but it is a copy of its
   parent as that is when the event begins. */
void sett_state_before_birth (void);
void sett_state_born (unsigned process, const struct sett_thread *child);

/* The program is in a state in which these threads can go on.  True: it is new,
   and known from now on. */
int sett_state_enter (uint64_t enabled);

/* A hash of the program's memory, without the stack of the running thread. */
uint64_t sett_state_of_memory (void);

/* It is in a state that was met before, from which something new comes. */
void sett_state_pass (void);

#endif
