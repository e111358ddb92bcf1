/* The state of a synchronisation object in one word, and what effects do to
   it: the one definition of locks and semaphores, used by the run-time when it
   executes a program and by searches that ask whether an operation would have
   been possible at another time.

   A lock: 0 is free, the number of a thread plus 1 is its owner, and readers
   count in steps of SETT_READER.  A semaphore, a latch: its value.  A process:
   1 when it has ended.  An end of a queue: how many turns there were; whether
   there is another one is known by the other end (reversal.c).  All other
   objects never block. */

#ifndef SETT_KERNEL_OBJECT_H
#define SETT_KERNEL_OBJECT_H

#include "kernel/event.h"

#define SETT_READER ((uint64_t)1 << 32)

/* Nobody knows. */
#define SETT_UNKNOWN_STATE UINT64_MAX

/* Can a thread have this effect on an object in this state? */
static inline int sett_effect_possible (sett_effect_kind kind, uint64_t state) {
  switch (kind) {
  case SETT_EFFECT_ACQUIRE:
  case SETT_EFFECT_PASS:
  case SETT_EFFECT_LIVE:
    return state == 0;
  case SETT_EFFECT_SHARE:
    return state == 0 || state >= SETT_READER;
  case SETT_EFFECT_TAKE:
  case SETT_EFFECT_RECEIVE:
    return state > 0;
  default:
    return 1;
  }
}

/* The state after the effect. */
static inline uint64_t sett_effect_apply (sett_effect_kind kind, uint64_t state,
                                          unsigned thread) {
  switch (kind) {
  case SETT_EFFECT_ACQUIRE:
    return thread + 1;
  case SETT_EFFECT_RELEASE:
    return 0;
  case SETT_EFFECT_SHARE:
    return state + SETT_READER;
  case SETT_EFFECT_UNSHARE:
    return state - SETT_READER;
  case SETT_EFFECT_DIE:
    return 1;
  case SETT_EFFECT_TAKE:
    return state - 1;
  case SETT_EFFECT_COUNT:
    return state ? state - 1 : 0;
  case SETT_EFFECT_GIVE:
  case SETT_EFFECT_NEXT:
    return state + 1;
  default:
    return state;
  }
}

#endif
