/* Failures on request: at most so many of each kind in an execution.

   Where something may fail, the thread first chooses, in an event of its own,
   whether it does; and takes from what is left, in another one. */

#ifndef SETT_RUNTIME_FAILURES_H
#define SETT_RUNTIME_FAILURES_H

#include "runtime/board.h"

#endif
