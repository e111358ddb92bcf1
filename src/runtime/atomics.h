/* Atomic operations: what the values of __ATOMIC_... do. */

#ifndef SETT_RUNTIME_ATOMICS_H
#define SETT_RUNTIME_ATOMICS_H

static inline int sett_order_acquires (int order) {
  return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE ||
         order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static inline int sett_order_releases (int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL ||
         order == __ATOMIC_SEQ_CST;
}

#endif
