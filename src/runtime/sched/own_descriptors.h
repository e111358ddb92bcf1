/* Descriptors of the engine's, beyond those that a program can have: no call of
   the program reaches them (own_descriptors.c). */

#ifndef SETT_RUNTIME_OWN_DESCRIPTORS_H
#define SETT_RUNTIME_OWN_DESCRIPTORS_H

#include "runtime/sched/syscalls.h"

/* Is one of the call's arguments the number of such a descriptor?  To the
   program it is not open (EBADF). */
int sett_call_is_beyond (const sett_call *);

#endif
