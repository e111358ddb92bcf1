/* Bounds that nobody declared, as the run-time infers them (uses.h): what
   threads were seen to use, or about to use. */

#ifndef SETT_TESTS_STATELESS_INFERRED_H
#define SETT_TESTS_STATELESS_INFERRED_H

#include "programs.h"

enum { INFERRED_OBJECTS = 256 };

typedef struct inferred {
  const toy_program *program;
  uint32_t kinds[SETT_MOST_THREADS][INFERRED_OBJECTS];
  uint64_t ending; /* threads */
} inferred;

/* Is there anything in the log that was not known? */
int inferred_learn (inferred *, const sett_log *);

sett_bounds inferred_bounds (inferred *);

#endif
