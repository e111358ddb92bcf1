/* The C library's random numbers.

   With --random N each is a choice among N values: 0 to N - 1, or so many
   fractions.  Without it the library's own generator gives one value, from a
   state in the program's memory, which is reset with it; a note says so.  It
   does not bound the verdict: random numbers are taken as a part of the
   program's input, as its arguments are.

   To draw one is to do something, whatever the generator keeps: a loop that
   does it does not wait busily (spin.h). */

#include "runtime/race/races.h"
#include "runtime/sched/randomness.h"

#include "runtime/sched/choice.h"
#include "runtime/core/real.h"
#include "runtime/sched/schedule.h"
#include "runtime/sched/spin.h"

#include <stdlib.h>

int sett_random_choose (uint32_t below, uint32_t *value, uintptr_t place) {
  const uint32_t count = engine.shared->orders.random;
  sett_spin_progress ();
  if (!count) {
    sett_note_add (0, place,
                   "random numbers: one value was tried of each (--random N "
                   "tries N)");
    return 0;
  }
  *value = (uint32_t)sett_choose (count < below ? count : below, place);
  return 1;
}

/* The library has a state of its own, with a lock for rand and random. */
static uint64_t locked[1], state_48[1];
#define LOCKED locked, 0
#define OWN state_48, sizeof state_48

#define DRAWS(STATE, SIZE)                                                     \
  sett_races_served (STATE, SIZE, SETT_MEMORY_WRITE, SETT_HERE)

/* RESULT in terms of the chosen VALUE.  Behind it: the state, which is written
   to, and its size. */
#define RANDOM(TYPE, NAME, PARAMETERS, ARGUMENTS, RESULT, ...)                 \
  EXPORT TYPE NAME PARAMETERS {                                                \
    uint32_t value;                                                            \
    if (sett_active ())                                                        \
      DRAWS (__VA_ARGS__);                                                     \
    if (!sett_active () ||                                                     \
        !sett_random_choose (UINT32_MAX, &value, SETT_HERE))                   \
      return SETT_REAL (NAME) ARGUMENTS;                                       \
    return RESULT;                                                             \
  }

/* The same for functions that give it through a pointer. */
#define RANDOM_TO(TYPE, NAME, PARAMETERS, ARGUMENTS, RESULT)                   \
  EXPORT int NAME PARAMETERS {                                                 \
    uint32_t value;                                                            \
    if (sett_active ()) {                                                      \
      DRAWS (state, sizeof *state);                                            \
      DRAWS (result, sizeof *result);                                          \
    }                                                                          \
    if (!sett_active () ||                                                     \
        !sett_random_choose (UINT32_MAX, &value, SETT_HERE))                   \
      return SETT_REAL (NAME) ARGUMENTS;                                       \
    *result = (TYPE)(RESULT);                                                  \
    return 0;                                                                  \
  }

#define FRACTION ((double)value / engine.shared->orders.random)

RANDOM (int, rand, (void), (), (int)value, LOCKED)
RANDOM (long, random, (void), (), (long)value, LOCKED)
RANDOM (int, rand_r, (unsigned *seed), (seed), (int)value, seed, sizeof *seed)
RANDOM (double, drand48, (void), (), FRACTION, OWN)
RANDOM (double, erand48, (unsigned short state[3]), (state), FRACTION, state, 6)
RANDOM (long, lrand48, (void), (), (long)value, OWN)
RANDOM (long, nrand48, (unsigned short state[3]), (state), (long)value, state,
        6)
RANDOM (long, mrand48, (void), (), (long)value, OWN)
RANDOM (long, jrand48, (unsigned short state[3]), (state), (long)value, state,
        6)
RANDOM_TO (int32_t, random_r, (struct random_data * state, int32_t *result),
           (state, result), value)
RANDOM_TO (double, drand48_r, (struct drand48_data * state, double *result),
           (state, result), FRACTION)
RANDOM_TO (long, lrand48_r, (struct drand48_data * state, long *result),
           (state, result), value)
RANDOM_TO (long, mrand48_r, (struct drand48_data * state, long *result),
           (state, result), value)
