/* Datagrams in the network: see network.h. */

#include "java/agent/network_calls.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/injected_failures.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/vector_clocks.h"

#include <errno.h>
#include <string.h>

/* What they may occupy, and each of them besides its bytes. */
enum { ALL_DATAGRAMS = 212992, ONE_DATAGRAM = 832 };

int sett_network_direct (const sett_jcall *c, unsigned number) {
  if (world.guest)
    return sett_calls_direct (c, number);
  return sett_visible_change (c, SETT_DO_CONNECT) ? sett_direct_now (c, number)
                                                  : SETT_OVER;
}

int sett_direct_now (const sett_jcall *c, unsigned number) {
  sett_jsocket *s = c->socket;
  sett_touch_all (s);
  if (s->is_closed)
    return sett_call_failed (EBADF);
  s->peer_port = number;
  s->is_unheard = 0;
  return 0;
}

/* Who is connected hears of one port only. */
static int hears (const sett_jsocket *receiver, const sett_jsocket *s) {
  return !receiver->peer_port || receiver->peer_port == s->port;
}

static int has_room_for (const sett_jsocket *r, size_t size) {
  return r->occupied + ONE_DATAGRAM + size <= ALL_DATAGRAMS;
}

static void deliver (const sett_jcall *c, sett_jsocket *r, const void *bytes,
                     size_t size) {
  sett_jdatagram *d = sett_jalloc (sizeof *d + size);
  d->port = c->socket->port;
  d->size = size;
  memcpy (d->bytes, bytes, size);
  *(r->last_datagram ? &r->last_datagram->next : &r->first_datagram) = d;
  r->last_datagram = d;
  r->occupied += ONE_DATAGRAM + size;
  sett_clock_release (c->thread, &r->clock);
}

/* Was nobody there when it sent the last time? */
static int learn_unheard (sett_jsocket *s) {
  if (!s->is_unheard)
    return 0;
  sett_touch (s, SETT_IN, SETT_EFFECT_STORE);
  s->is_unheard = 0;
  return 1;
}

enum { LOST = 1, TWICE, EARLY };

int sett_risk_datagram (const sett_jcall *c) {
  static const sett_failure kinds[] = {
      SETT_FAILURE_LOSS, SETT_FAILURE_DUPLICATE, SETT_FAILURE_REORDER};
  for (int i = 0; i < 3; i++) {
    const int failure =
        sett_inject_choose (c->env, c->thread, kinds[i], 1, c->place);
    if (failure)
      return failure < 0 ? failure : LOST + i;
  }
  return 0;
}

/* The last one comes before the one before it. */
static void overtake (sett_jsocket *r) {
  sett_jdatagram **at = &r->first_datagram, *last = r->last_datagram;
  if (*at == last)
    return;
  while ((*at)->next != last)
    at = &(*at)->next;
  sett_jdatagram *previous = *at;
  *at = last;
  last->next = previous;
  previous->next = NULL;
  r->last_datagram = previous;
}

static void deliver_somehow (const sett_jcall *c, sett_jsocket *r,
                             const void *bytes, size_t size, int failure) {
  if (failure == LOST) {
    if (world.narrating)
      sett_narrate_lost ();
    return;
  }
  deliver (c, r, bytes, size);
  if (failure == TWICE && has_room_for (r, size))
    deliver (c, r, bytes, size);
  if (failure == EARLY)
    overtake (r);
}

enum { MOST = 65507 };

long sett_network_send (const sett_jcall *c, unsigned number, const void *bytes,
                        size_t size) {
  if (world.guest)
    return sett_calls_send (c, number, bytes, size);
  const int failure = size <= MOST ? sett_risk_datagram (c) : 0;
  return failure >= 0 && sett_visible_word (c, SETT_DO_SEND_TO, c->socket,
                                            SETT_STATUS, SETT_EFFECT_LOAD, NULL)
             ? sett_send_now (c, number, bytes, size, failure)
             : SETT_OVER;
}

long sett_send_now (const sett_jcall *c, unsigned number, const void *bytes,
                    size_t size, int failure) {
  sett_jsocket *s = c->socket;
  const sett_jport *p = sett_port_of (number, 1);
  sett_touch (s, SETT_STATUS, SETT_EFFECT_LOAD);
  if (world.narrating)
    sett_narrate_second (&p->thing);
  if (s->peer_port)
    sett_touch (s, SETT_IN, SETT_EFFECT_LOAD);
  if (s->is_closed)
    return sett_call_failed (EBADF);
  if (size > MOST)
    return sett_call_failed (EMSGSIZE);
  if (s->peer_port && learn_unheard (s))
    return sett_call_failed (ECONNREFUSED);
  sett_touch_port (p, SETT_EFFECT_LOAD);
  sett_jsocket *r = p->holder;
  if (r)
    sett_touch (r, SETT_IN, SETT_EFFECT_STORE);
  if (r && hears (r, s) && has_room_for (r, size)) {
    deliver_somehow (c, r, bytes, size, failure);
    return sett_call_moved (size);
  }
  if (!r && s->peer_port) {
    sett_touch (s, SETT_IN, SETT_EFFECT_STORE);
    s->is_unheard = 1;
  }
  if (world.narrating)
    sett_narrate_lost ();
  return sett_call_moved (size);
}

int sett_network_receive (const sett_jcall *c, const sett_jdatagram **got) {
  if (world.guest)
    return sett_calls_receive (c, got);
  sett_jsocket *s = c->socket;
  const sett_effect_kind kind =
      c->limited ? SETT_EFFECT_STORE : SETT_EFFECT_RECEIVE;
  if (!sett_visible_word (c, SETT_DO_RECEIVE_FROM, s, SETT_IN, kind,
                          c->limited ? NULL : sett_may_receive))
    return SETT_OVER;
  sett_touch (s, SETT_IN, kind);
  const int result = sett_receive_now (c, got);
  return result == -EAGAIN ? sett_call_failed (ETIMEDOUT) : result;
}

int sett_receive_now (const sett_jcall *c, const sett_jdatagram **got) {
  sett_jsocket *s = c->socket;
  if (s->is_closed)
    return sett_call_failed (EBADF);
  if (learn_unheard (s))
    return sett_call_failed (ECONNREFUSED);
  sett_jdatagram *d = s->first_datagram;
  if (!d)
    return -EAGAIN;
  s->first_datagram = d->next;
  if (!d->next)
    s->last_datagram = NULL;
  SETT_ASSERT (s->occupied >= ONE_DATAGRAM + d->size);
  s->occupied -= ONE_DATAGRAM + d->size;
  sett_clock_acquire (c->thread, s->clock);
  sett_call_moved (d->size);
  *got = d;
  return 0;
}
