/* Simulation: one walk through a model, chosen at random or by hand. */

#ifndef SETT_SEARCH_RANDOM_WALK_H
#define SETT_SEARCH_RANDOM_WALK_H

#include "kernel/walk.h"

typedef enum sett_simulation_end {
  SETT_SIMULATION_STEPS,       /* as many as were asked for */
  SETT_SIMULATION_VALID_END,   /* no step possible, as it should be */
  SETT_SIMULATION_INVALID_END, /* no step possible: a deadlock */
  SETT_SIMULATION_VIOLATION,   /* the last step's */
  SETT_SIMULATION_STOPPED      /* by the one who chooses, or a signal */
} sett_simulation_end;

typedef struct sett_simulation {
  uint64_t seed;
  uint64_t steps; /* at most so many */
  /* The number of the step to take, or -1 to stop.  Null: random. */
  long (*choose) (void *context, const sett_move *last, const sett_sink *);
  /* Called for every move, number 0 included. */
  void (*observe) (void *context, const sett_move *);
  /* Called once, at the end, with the last move. */
  void (*finish) (void *context, const sett_move *, sett_simulation_end);
  void *context;
  const volatile int *interrupted; /* may be null */
} sett_simulation;

sett_simulation_end sett_simulate (sett_model *, const sett_simulation *);

#endif
