/* Atomic operations: what the values of __ATOMIC_... do. */

#ifndef SETT_RUNTIME_ATOMICS_H
#define SETT_RUNTIME_ATOMICS_H

#include "runtime/race/races.h"

static inline int sett_order_acquires (int order) {
  return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE ||
         order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static inline int sett_order_releases (int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL ||
         order == __ATOMIC_SEQ_CST;
}

/* What an update gives to those that acquire later; `stores`: it is a store to
   them. */
static inline void sett_order_update (const void *object, int stores,
                                      int order) {
  if (!stores)
    sett_races_withhold (object, sett_order_releases (order));
  else if (sett_order_releases (order))
    sett_races_release (object);
  else
    sett_races_relaxed_update (object);
}

#endif
