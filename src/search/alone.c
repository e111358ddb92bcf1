/* The transport of a rank that is the only one: see alone.h. */

#include "search/alone.h"

#include "base/assert.h"

static int send (unsigned to, const void *bytes, size_t size) {
  (void)to, (void)bytes, (void)size;
  SETT_ASSERT (0); /* every state is its own */
  return 1;
}

static size_t receive (void *bytes, unsigned *from) {
  (void)bytes, (void)from;
  return 0;
}

static void sum (uint64_t *numbers, unsigned count,
                 void (*meanwhile) (void *context), void *context) {
  (void)numbers, (void)count, (void)meanwhile, (void)context;
}

static void broadcast (unsigned from, void *bytes, size_t size) {
  (void)from, (void)bytes, (void)size;
  SETT_ASSERT (!from);
}

const sett_transport *sett_transport_alone (void) {
  static const sett_transport alone = {.ranks = 1,
                                       .local = 1,
                                       .send = send,
                                       .receive = receive,
                                       .sum = sum,
                                       .broadcast = broadcast};
  return &alone;
}
