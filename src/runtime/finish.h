/* How an execution ends. */

#ifndef SETT_RUNTIME_FINISH_H
#define SETT_RUNTIME_FINISH_H

#include "runtime/engine.h"

/* No thread can go on. */
__attribute__ ((noreturn)) void sett_end_stuck (void);

/* The program ends with this status. */
__attribute__ ((noreturn)) void sett_end_program (int status, uintptr_t place);

#endif
