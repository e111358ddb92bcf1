/* Bytes that flow through connections and pipes: see network.h.  What always
   holds: what is at an end to be received lies in one piece. */

#include "java/agent/network_calls.h"

#include "base/assert.h"
#include "java/agent/execution_memory.h"
#include "java/agent/injected_failures.h"
#include "java/agent/jvm_narrator.h"
#include "java/agent/vector_clocks.h"

#include <errno.h>
#include <string.h>

static size_t take (sett_jsocket *s, void *to, size_t size) {
  const size_t n = size < s->count ? size : s->count;
  SETT_ASSERT (s->first + s->count <= s->room);
  memcpy (to, s->bytes + s->first, n);
  s->first += n;
  s->count -= n;
  return n;
}

/* Both ends see it, and what has come before is still there. */
static int break_connection (const sett_jcall *c) {
  sett_jsocket *s = c->socket;
  if (!sett_visible_change (c, SETT_DO_BREAK))
    return 0;
  sett_touch (s, SETT_STATUS, SETT_EFFECT_STORE);
  if (!s->is_closed)
    sett_end_stream (c->thread, s, 0);
  sett_touch (s->peer, SETT_STATUS, SETT_EFFECT_STORE);
  if (!s->peer->is_closed)
    sett_end_stream (c->thread, s->peer, 0);
  return 1;
}

int sett_risk_transfer (const sett_jcall *c, size_t *size) {
  if (!c->socket->peer || c->socket->is_pipe)
    return 1;
  const int reset =
      sett_inject_choose (c->env, c->thread, SETT_FAILURE_RESET, 1, c->place);
  if (reset < 0 || (reset && !break_connection (c)))
    return 0;
  const int partial =
      *size > 1 ? sett_inject_choose (c->env, c->thread, SETT_FAILURE_PARTIAL,
                                      2, c->place)
                : 0;
  if (partial > 0)
    *size = partial == 1 ? 1 : *size / 2;
  return partial >= 0;
}

long sett_network_read (const sett_jcall *c, void *to, size_t size) {
  if (world.guest)
    return sett_calls_read (c, to, size);
  sett_jsocket *s = c->socket;
  const sett_effect_kind kind =
      c->limited ? SETT_EFFECT_STORE : SETT_EFFECT_RECEIVE;
  if (!sett_risk_transfer (c, &size) ||
      !sett_visible_word (c, SETT_DO_RECEIVE_FROM, s, SETT_IN, kind,
                          c->limited ? NULL : sett_may_receive))
    return SETT_OVER;
  sett_touch (s, SETT_IN, kind);
  const long result = sett_read_now (c, to, size);
  return result == -EAGAIN ? sett_call_failed (ETIMEDOUT) : result;
}

/* The first call that finds the connection reset is told.  If that was a write
   nothing is left for reads but the end; if it was a read, the JDK tells all
   reads, and writes find nobody. */
static long read_reset (const sett_jcall *c) {
  sett_jsocket *s = c->socket;
  if (s->is_broken && !s->was_told) {
    sett_touch (s, SETT_STATUS, SETT_EFFECT_LOAD);
    return sett_call_moved (0);
  }
  sett_touch (s, SETT_STATUS, SETT_EFFECT_STORE);
  s->is_broken = s->was_told = 1;
  return sett_call_failed (ECONNRESET);
}

long sett_read_now (const sett_jcall *c, void *to, size_t size) {
  sett_jsocket *s = c->socket;
  if (s->is_closed)
    return sett_call_failed (EBADF);
  if (s->no_input)
    return sett_call_moved (0);
  if (!s->count && !s->has_ended && !s->is_reset)
    return -EAGAIN;
  sett_clock_acquire (c->thread, s->clock);
  sett_touch (s, SETT_ROOM, SETT_EFFECT_STORE);
  if (s->count)
    return sett_call_moved (take (s, to, size));
  return s->has_ended ? sett_call_moved (0) : read_reset (c);
}

long sett_network_available (const sett_jcall *c) {
  if (world.guest)
    return sett_calls_available (c);
  const sett_jsocket *s = c->socket;
  if (!sett_visible_word (c, SETT_DO_RECEIVE_FROM, c->socket, SETT_IN,
                          SETT_EFFECT_LOAD, NULL))
    return SETT_OVER;
  sett_touch (s, SETT_IN, SETT_EFFECT_LOAD);
  if (s->is_closed)
    return sett_call_failed (EBADF);
  sett_clock_acquire (c->thread, s->clock);
  if (world.narrating)
    sett_narrate_words ("look how much has come: %zu bytes", s->count);
  return s->no_input ? 0 : (long)s->count;
}

static void put (sett_jsocket *p, const void *from, size_t size) {
  if (p->first + p->count + size > p->room) {
    const size_t room = 2 * (p->count + size) + 256;
    unsigned char *wider = sett_jalloc (room);
    if (p->count)
      memcpy (wider, p->bytes + p->first, p->count);
    p->bytes = wider;
    p->first = 0;
    p->room = room;
  }
  memcpy (p->bytes + p->first + p->count, from, size);
  p->count += size;
  SETT_ASSERT (p->first + p->count <= p->room);
}

/* The other end is closed: what comes there is answered with a reset, which the
   next call finds. */
static void send_to_nobody (sett_jsocket *s) {
  sett_touch_all (s);
  if (s->has_ended)
    s->is_broken = 1;
  else
    s->is_reset = 1;
}

/* One piece: as much as there is room for. */
static long write_some (const sett_jcall *c, const void *from, size_t size) {
  sett_jsocket *s = c->socket, *p = s->peer;
  if (s->is_closed)
    return -EBADF;
  if (!p)
    return -ENOTCONN;
  if (s->is_reset && !s->is_broken) {
    sett_touch (s, SETT_STATUS, SETT_EFFECT_STORE);
    s->is_broken = 1;
    return -ECONNRESET;
  }
  if (s->no_output || s->is_broken)
    return -EPIPE;
  sett_touch (p, SETT_IN, SETT_EFFECT_STORE);
  if (p->is_closed && s->is_pipe)
    return -EPIPE;
  if (p->is_closed) {
    send_to_nobody (s);
    return (long)size;
  }
  sett_clock_release (c->thread, &p->clock);
  sett_touch (p, SETT_ROOM, SETT_EFFECT_STORE);
  const size_t left = SETT_CAPACITY > p->count ? SETT_CAPACITY - p->count : 0;
  const size_t n = size < left ? size : left;
  put (p, from, n);
  return (long)n;
}

long sett_write_now (const sett_jcall *c, const void *from, size_t size) {
  sett_touch (c->socket, SETT_STATUS, SETT_EFFECT_LOAD);
  const long n = write_some (c, from, size);
  if (n < 0)
    return sett_call_failed ((int)-n);
  return n || !size ? sett_call_moved ((size_t)n) : -EAGAIN;
}

/* The JDK goes on with what is left of it. */
long sett_network_write (const sett_jcall *c, const void *from, size_t size) {
  if (world.guest)
    return sett_calls_write (c, from, size);
  sett_jsocket *s = c->socket;
  size_t done = 0, end = 0; /* ...of the part that is under way */
  for (int waits = 0; done < size; waits = 1) {
    if (done == end) {
      size_t part = size - done;
      if (!sett_risk_transfer (c, &part))
        return SETT_OVER;
      end = done + part;
    }
    if (waits ? !sett_visible_word (c, SETT_DO_SEND_TO, s->peer, SETT_ROOM,
                                    SETT_EFFECT_RECEIVE, sett_may_send)
              : !sett_visible_word (c, SETT_DO_SEND_TO, s, SETT_STATUS,
                                    SETT_EFFECT_LOAD, NULL))
      return SETT_OVER;
    sett_touch (s, SETT_STATUS, SETT_EFFECT_LOAD);
    if (waits)
      sett_touch (s->peer, SETT_ROOM, SETT_EFFECT_RECEIVE);
    const long n = write_some (c, (const char *)from + done, end - done);
    if (n < 0)
      return sett_call_failed ((int)-n);
    sett_call_moved ((size_t)n);
    done += (size_t)n;
  }
  return (long)done;
}
