/* Objects of toy programs by number, and threads as bits. */

#ifndef SETT_TESTS_STATELESS_TOY_OBJECTS_H
#define SETT_TESTS_STATELESS_TOY_OBJECTS_H

#include "toy.h"

enum {
  LOCKS = TOY_VARIABLES,
  RWLOCKS = LOCKS + TOY_LOCKS,
  SEMAPHORES = RWLOCKS + TOY_OTHERS,
  CONDITIONS = SEMAPHORES + TOY_OTHERS,
  BARRIERS = CONDITIONS + TOY_OTHERS,
  LATCHES = BARRIERS + TOY_OTHERS,
  ENDS = LATCHES + TOY_OTHERS /* of queues: for senders, for receivers */
};

static inline unsigned end_of (unsigned queue, unsigned end) {
  return ENDS + 2 * queue + end;
}

#define BIT(T) ((uint32_t)1 << (T))

#endif
