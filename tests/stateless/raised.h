/* A toy machine under higher numbers: to searches its threads are those behind
   `by` others, which never begin.  Plans come down, logs go up, and so do
   bounds; searches see nothing else.  They must do what they do with low
   numbers, as numbers keep their order. */

#ifndef SETT_TESTS_STATELESS_RAISED_H
#define SETT_TESTS_STATELESS_RAISED_H

#include "stateless/persistent_threads.h"
#include "toy.h"

typedef struct raised {
  unsigned by; /* 0: as they are */
  sett_log log;
  sett_choice *choices;
  sett_sleeper *sleepers;
  sett_event *sleeping;
  size_t choice_room, sleeper_room;
  const sett_bounds *bounds; /* of the machine */
} raised;

void raised_release (raised *);

/* One of these for a seed: at the ends of words, across them, in the last. */
unsigned raised_by (uint64_t seed);

/* Runs the machine.  The log is valid until the next run. */
const sett_log *raised_run (raised *, toy_machine *, const sett_plan *);

/* Bounds of the machine for a search. */
sett_bounds raised_bounds (raised *, const sett_bounds *);

#endif
