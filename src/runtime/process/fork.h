/* Making processes: see fork.c. */

#ifndef SETT_RUNTIME_FORK_H
#define SETT_RUNTIME_FORK_H

#include "runtime/core/engine.h"

/* The program makes processes, and was not started as a system: it will be. */
__attribute__ ((noreturn)) void sett_processes_want (void);

/* Copies the process of the machine.  0: in the copy, which is not yet one of
   the system, or still the same; else the number of the copy. */
long sett_process_copy (void);

/* A process of the machine is new in its place, and has the turn: what is known
   of the process is known to it. */
void sett_process_adopt (void);

#endif
