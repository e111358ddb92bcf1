/* The registrations of epoll, where they lie (epoll.c says what they are). */

#ifndef SETT_RUNTIME_INTERESTS_H
#define SETT_RUNTIME_INTERESTS_H

#include "base/assert.h"
#include "runtime/core/os_model.h"
#include "runtime/net/epoll.h"

static inline sett_interest *sett_interest_at (const sett_epoll *e,
                                               unsigned i) {
  SETT_ASSERT (i < SETT_MOST_INTERESTS);
  return &os_model->interests[e - os_model->epolls][i];
}

static inline uint64_t sett_interest_bit (unsigned i) {
  SETT_ASSERT (i < SETT_MOST_INTERESTS);
  return (uint64_t)1 << i;
}

static inline int sett_interest_is_of (const sett_descriptor *a,
                                       const sett_descriptor *b) {
  return a->kind == b->kind && a->index == b->index;
}

#endif
