/* Numbers of processes and threads in system calls.

   The numbers that the program knows are not those of the machine, where they
   may belong to somebody else.  What always holds: no number that comes from
   the program reaches the kernel.  A call that takes one is modelled (kill.c,
   signals.c, children.c), or answered as for the calling process, which the
   kernel knows as 0 (here), or refused (syscalls.def says which). */

#ifndef SETT_RUNTIME_NUMBERS_H
#define SETT_RUNTIME_NUMBERS_H

#include "runtime/sched/syscalls.h"

/* Does the program know a process by this number, or a thread of the calling
   one?  0 means the caller.  In an event, if it is somebody else. */
int sett_numbers_known (int number, uintptr_t place);

/* The calling process, or a thread of it. */
int sett_numbers_is_own (int number);

/* Outside of executions, before main: the kernel's answer, or a refusal. */
long sett_numbers_early (const sett_call *);
/* Is there such a number in it? */
int sett_numbers_in (const sett_call *);

#endif
