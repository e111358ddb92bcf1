/* Virtual time. */

#ifndef SETT_RUNTIME_CLOCK_H
#define SETT_RUNTIME_CLOCK_H

#include "runtime/core/engine.h"

#include <time.h>

/* For the running thread it is not earlier than this: its time-out is over. */
void sett_clock_reach (const struct timespec *);
/* So much time has passed for it. */
void sett_clock_pass (uint64_t nanoseconds);

/* It looks what time it is: nanoseconds since the start. */
uint64_t sett_clock_now (void);

/* Is it a time at all? */
static inline int sett_clock_is_time (const struct timespec *t) {
  return t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}

/* The result of an operation with a time limit: if the time was out, it is; or
   there is no such time. */
static inline int sett_clock_timed (int result, const struct timespec *limit) {
  if (result == ETIMEDOUT && !sett_clock_is_time (limit))
    return EINVAL;
  if (result == ETIMEDOUT)
    sett_clock_reach (limit);
  return result;
}

/* What clock_gettime gives; 0 or -EINVAL. */
long sett_clock_read (clockid_t, struct timespec *);
/* What clock_nanosleep does; 0 or minus an error. */
long sett_clock_sleep (int absolute, const struct timespec *, uintptr_t place);
/* The thread sleeps so long; or -EINTR. */
long sett_clock_rest (uint64_t nanoseconds, uintptr_t place);

#endif
