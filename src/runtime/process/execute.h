/* Becoming another program: see execute.c. */

#ifndef SETT_RUNTIME_EXECUTE_H
#define SETT_RUNTIME_EXECUTE_H

#include "runtime/sched/syscalls.h"

/* The running thread becomes a program.  Returns minus an error if there is no
   such program. */
long sett_execute (const char *path, char *const *arguments,
                   char *const *environment, uintptr_t place);

/* The program of the process starts once more. */
__attribute__ ((noreturn)) void sett_execute_again (uintptr_t place);

/* Would it work? 0, or minus an error. */
long sett_execute_check (const char *path);

/* The program that a process has become takes over, in the event in which it
   did. */
void sett_execute_arrive (void);

#endif
