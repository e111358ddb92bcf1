/* Names of files as locks: see name_locks.c. */

#ifndef SETT_RUNTIME_NAME_LOCKS_H
#define SETT_RUNTIME_NAME_LOCKS_H

#include "runtime/sched/syscalls.h"

/* In the event of a call that makes, removes or renames something: does it
   (sett_shadow_call), and orders what it orders. */
long sett_name_call (const sett_call *);

#endif
