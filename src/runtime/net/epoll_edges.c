/* Edge-triggered registrations of epoll: whatever happens at the other end sets
   their bit in `fired' (epoll.c), in the event in which it happens.  Whoever
   has something to wait for calls here, and nothing here calls back. */

#include "runtime/net/interests.h"

#include "runtime/sched/schedule.h"

#include <poll.h>

static int concerns (const sett_interest *n, short events) {
  const uint32_t all = events == POLLIN    ? POLLIN | POLLRDNORM
                       : events == POLLOUT ? POLLOUT | POLLWRNORM
                                           : (uint32_t)events;
  return !events || (n->events & all);
}

static uint64_t concerned (const sett_epoll *e, const sett_descriptor *d,
                           short events) {
  uint64_t result = 0;
  for (uint64_t rest = e->edge; rest; rest &= rest - 1) {
    const unsigned i = (unsigned)__builtin_ctzll (rest);
    if (sett_interest_is_of (&sett_interest_at (e, i)->thing, d) &&
        concerns (sett_interest_at (e, i), events))
      result |= sett_interest_bit (i);
  }
  return result;
}

/* The order in which several registrations are marked does not matter. */
static void mark (sett_descriptor_kind kind, size_t index, short events,
                  int really) {
  const sett_descriptor d = {.kind = kind, .index = (uint16_t)index};
  for (uint32_t k = 0; k < os_model->epoll_count; k++) {
    sett_epoll *e = &os_model->epolls[k];
    const uint64_t marks = concerned (e, &d, events);
    if (!marks)
      continue;
    sett_affect (&e->fired, SETT_EFFECT_ADD, e->fired);
    if (really)
      e->fired |= marks;
  }
}

void sett_epoll_arrived (sett_descriptor_kind kind, size_t index,
                         short events) {
  mark (kind, index, events, 1);
}

void sett_epoll_affect (sett_descriptor_kind kind, size_t index, short events) {
  mark (kind, index, events, 0);
}
