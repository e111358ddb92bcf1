/* Stacks of threads, as return addresses outside of this library. */

#ifndef SETT_RUNTIME_STACKS_H
#define SETT_RUNTIME_STACKS_H

#include "runtime/core/engine.h"

/* By frame pointers, from this frame on: quick, uses general registers only,
   and leaves out functions that have none, as those of the C library. */
void sett_stack_walk (sett_stack *, const sett_thread *, uintptr_t frame);

/* Of the running thread, by the tables of the compiler: what it calls may use
   all registers.  Nothing of the program is changed. */
void sett_stack_unwind (sett_stack *);

static inline sett_stack sett_stack_of (uintptr_t place) {
  return (sett_stack){.depth = place != 0,
                      .image = engine.board->members[engine.process].images,
                      .frames = {place}};
}

#endif
