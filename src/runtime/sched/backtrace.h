/* Stacks of threads, as return addresses outside of this library. */

#ifndef SETT_RUNTIME_BACKTRACE_H
#define SETT_RUNTIME_BACKTRACE_H

#include "runtime/core/engine.h"

/* By frame pointers, from this frame on: quick, uses general registers only,
   and leaves out functions that have none, as those of the C library. */
void sett_backtrace_walk (sett_backtrace *, const sett_thread *,
                          uintptr_t frame);

/* Of the running thread, by the tables of the compiler: what it calls may use
   all registers.  Nothing of the program is changed. */
void sett_backtrace_unwind (sett_backtrace *);

static inline sett_backtrace sett_backtrace_of (uintptr_t place) {
  return (sett_backtrace){.depth = place != 0,
                          .image =
                              engine.shared->members[engine.process].images,
                          .frames = {place}};
}

#endif
