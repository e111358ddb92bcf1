/* Locks of files: see locks.c. */

#ifndef SETT_RUNTIME_LOCKS_H
#define SETT_RUNTIME_LOCKS_H

#include "runtime/core/os_model.h"
#include "runtime/sched/syscalls.h"

/* fcntl with one of these commands, and flock, on a descriptor of the kernel's
   that the running thread has looked up. */
int sett_locks_is_command (long command);
long sett_locks_control (const sett_call *, uintptr_t place);
long sett_locks_flock (const sett_call *, uintptr_t place);

/* In an event: a descriptor of the kernel's is closed... */
void sett_locks_closed (long number);
/* ...or there is one more, by another number... */
void sett_locks_copied (long number, long copy);
/* ...or all of them, in a process that is being made. */
void sett_locks_forked (void);

#endif
