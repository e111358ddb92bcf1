/* Simulation: see random_walk.h.

   The random numbers are a counter, mixed: the same seed gives the same walk
   on every machine. */

#include "search/random_walk.h"

#include "base/assert.h"
#include "base/hash.h"
#include "kernel/violation.h"

static uint32_t choose_random (uint64_t *counter, uint32_t count) {
  SETT_ASSERT (count);
  *counter += 0x9e3779b97f4a7c15u;
  return (uint32_t)sett_scale64 (sett_mix64 (*counter), count);
}

static int interrupted (const sett_simulation *s) {
  return s->interrupted && *s->interrupted;
}

static sett_simulation_end run (const sett_simulation *s, sett_walk *walk) {
  uint64_t counter = sett_mix64 (s->seed);
  const sett_move *last = sett_walk_last (walk);
  for (;;) {
    s->observe (s->context, last);
    if (last->step.violation != SETT_VIOLATION_NONE)
      return SETT_SIMULATION_VIOLATION;
    const sett_sink *steps = sett_walk_steps (walk);
    if (!steps->count)
      return sett_walk_at_end (walk) ? SETT_SIMULATION_VALID_END
                                     : SETT_SIMULATION_INVALID_END;
    if (last->number >= s->steps)
      return SETT_SIMULATION_STEPS;
    if (interrupted (s))
      return SETT_SIMULATION_STOPPED;
    const long i = s->choose ? s->choose (s->context, last, steps)
                             : choose_random (&counter, steps->count);
    if (i < 0)
      return SETT_SIMULATION_STOPPED;
    sett_walk_take (walk, (uint32_t)i);
  }
}

sett_simulation_end sett_simulate (sett_model *model,
                                   const sett_simulation *simulation) {
  sett_walk *walk = sett_walk_create (model);
  const sett_simulation_end end = run (simulation, walk);
  simulation->finish (simulation->context, sett_walk_last (walk), end);
  sett_walk_destroy (walk);
  return end;
}
