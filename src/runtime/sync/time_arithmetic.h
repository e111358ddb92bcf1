/* Virtual time as a number: nanoseconds since the start, never more than
   SETT_TIME_NEVER, and what programs see of it. */

#ifndef SETT_RUNTIME_TIME_ARITHMETIC_H
#define SETT_RUNTIME_TIME_ARITHMETIC_H

#include "base/assert.h"

#include <stdint.h>
#include <sys/time.h>
#include <time.h>

#define SETT_TIME_SECOND UINT64_C (1000000000)
#define SETT_TIME_START UINT64_C (1700000000) /* seconds after 1970 */
#define SETT_TIME_NEVER (UINT64_C (1) << 62)

static inline uint64_t sett_time_add (uint64_t time, uint64_t nanoseconds) {
  SETT_ASSERT (time <= SETT_TIME_NEVER);
  return nanoseconds < SETT_TIME_NEVER - time ? time + nanoseconds
                                              : SETT_TIME_NEVER;
}

/* How much passes when somebody asks once more: a microsecond at first, an hour
   in the end. */
static inline uint64_t sett_time_step (uint32_t asked) {
  const uint64_t hour = 3600 * SETT_TIME_SECOND;
  const uint64_t step = UINT64_C (1000) << (asked < 8 ? 5 * asked : 40);
  SETT_ASSERT (step);
  return step < hour ? step : hour;
}

/* A length of time. */
static inline uint64_t sett_time_of (const struct timespec *length) {
  SETT_ASSERT (length->tv_sec >= 0 && length->tv_nsec >= 0);
  const uint64_t seconds = (uint64_t)length->tv_sec;
  return seconds < SETT_TIME_NEVER / SETT_TIME_SECOND
             ? sett_time_add (seconds * SETT_TIME_SECOND,
                              (uint64_t)length->tv_nsec)
             : SETT_TIME_NEVER;
}

/* A time as programs see it; before the start it is the start. */
static inline uint64_t sett_time_since_start (const struct timespec *time) {
  if (time->tv_sec < (time_t)SETT_TIME_START || time->tv_nsec < 0)
    return 0;
  const struct timespec since = {.tv_sec =
                                     time->tv_sec - (time_t)SETT_TIME_START,
                                 .tv_nsec = time->tv_nsec};
  return sett_time_of (&since);
}

static inline struct timespec sett_time_timespec (uint64_t nanoseconds) {
  return (struct timespec){.tv_sec = (time_t)(nanoseconds / SETT_TIME_SECOND),
                           .tv_nsec = (long)(nanoseconds % SETT_TIME_SECOND)};
}

static inline struct timeval sett_time_timeval (uint64_t nanoseconds) {
  const struct timespec t = sett_time_timespec (nanoseconds);
  return (struct timeval){.tv_sec = t.tv_sec,
                          .tv_usec = (suseconds_t)(t.tv_nsec / 1000)};
}

#endif
