/* How an execution ends. */

#ifndef SETT_RUNTIME_FINISH_H
#define SETT_RUNTIME_FINISH_H

#include "runtime/core/engine.h"

/* No thread can go on. */
__attribute__ ((noreturn)) void sett_end_stuck (void);

/* The program ends with this status. */
__attribute__ ((noreturn)) void sett_end_program (int status, uintptr_t place);
/* ...in the present event. */
__attribute__ ((noreturn)) void sett_end_program_now (int status,
                                                      uintptr_t place);

/* The process ends itself by a signal. */
__attribute__ ((noreturn)) void sett_end_by_signal (int signal,
                                                    uintptr_t place);
/* A signal ends the process, in the present event. */
__attribute__ ((noreturn)) void sett_end_by_signal_now (int signal,
                                                        uintptr_t place);

/* With which status is that, of a process of the beginning?  As in a shell, if
   it is the program that is checked; of one of several only if nobody else can
   have meant it to end.  0: with none. */
int sett_end_status_of_signal (int signal);

/* When all functions for the end have run: the running thread has called exit,
   if this is an execution. */
void sett_end_at_last (void);

#endif
