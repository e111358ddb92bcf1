/* Chance: the same in all executions. */

#ifndef SETT_RUNTIME_RANDOMNESS_H
#define SETT_RUNTIME_RANDOMNESS_H

#include "runtime/core/engine.h"

/* Fills memory with the running thread's next random bytes. */
void sett_random_fill (void *, size_t);

/* With --random: a number below this bound is chosen, and true; else a note is
   made (random.c). */
int sett_random_choose (uint32_t below, uint32_t *value, uintptr_t place);

/* Numbers of the process and of its threads, as the program sees them: its
   first thread has the number of the process. */
#define SETT_FIRST_NUMBER 1000
static inline int sett_process_number (unsigned process) {
  return SETT_FIRST_NUMBER + engine.shared->members[process].main;
}
static inline int sett_thread_number (void) {
  return SETT_FIRST_NUMBER + (int)world->current;
}

#endif
