/* Failures on request: at most so many of each kind in an execution, wherever
   they may happen.

   Where something may fail, the thread chooses in an event of its own whether
   it does, as long as there is one left, and takes it in another event.  So the
   alternatives of a choice have the same effects, and threads that choose do
   not depend on each other; only on who takes. */

#ifndef SETT_RUNTIME_INJECT_H
#define SETT_RUNTIME_INJECT_H

#include "shared/shared.h"

/* 0: nothing fails; else in which of so many ways, 1 ... ways. */
unsigned sett_inject_choose (sett_failure, unsigned ways, uintptr_t place);

#endif
