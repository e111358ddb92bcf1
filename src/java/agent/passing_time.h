/* How time passes for a thread that has slept or waited.  Its clock (time.h)
   does not go beyond 146 years: who sleeps for ever comes there. */

#ifndef SETT_JAVA_AGENT_PASSING_TIME_H
#define SETT_JAVA_AGENT_PASSING_TIME_H

#include "java/agent/jvm_world.h"

static inline void sett_time_pass (sett_jthread *t, int64_t nanos) {
  const int64_t far = INT64_MAX / 4;
  if (nanos > 0 && t->time < far)
    t->time += nanos < far ? nanos : far;
}

static inline int64_t sett_nanos_of_millis (int64_t millis) {
  return millis < INT64_MAX / 1000000 ? millis * 1000000 : INT64_MAX;
}

static inline void sett_time_pass_millis (sett_jthread *t, int64_t millis) {
  sett_time_pass (t, sett_nanos_of_millis (millis));
}

#endif
